import { now } from '@/server/platform/lib/clock';
import { account, foreign, unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeConversation, makeReceiver } from '@/server/testing/inbox';
import type { Tenant } from '@/server/testing/server';

export const inbox: Entries = (server) => {
  const database = () => server.services.database;
  const conversation = async ({ accountId }: Tenant) => (await makeConversation(server, accountId)).id;
  const channel = async ({ accountId }: Tenant) => (await makeReceiver(server, 'msg_p2', accountId)).id;
  const webhook = async ({ accountId }: Tenant) => (await makeReceiver(server, 'webhook_generic', accountId)).id;
  const contact = async ({ accountId }: Tenant) => {
    const phone = `+62815${Math.floor(1e8 + Math.random() * 9e8)}`;
    return (await makeContact(database(), accountId, { phone, phoneE164: phone })).id;
  };
  const saved = async ({ accountId }: Tenant) =>
    (
      await database().prisma.savedReply.create({
        data: {
          accountId,
          name: unique('Ongkir '),
          shortcut: unique('o-'),
          text: 'Halo {firstName|Kak}',
          createdAt: now(),
          updatedAt: now(),
        },
      })
    ).id;
  const inPath: Entry['ids'] = { id: { theirs: conversation, code: 'NOT_FOUND' } };
  const filter = { none: 'a filter: nobody of others is let through' };
  const ofThis = { none: 'a message of this conversation: tried in inbox/replies.test.ts' };
  const oneBody = { none: 'one of the bodies that exclude each other: tried in inbox/replies.test.ts' };
  return {
    'inbox.list': {
      success: async (us) => (
        await conversation(us),
        { q: 'ani', unread: 'true', assigneeId: 'none', status: 'open,closed' }
      ),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { channelId: filter, assigneeId: filter, contactId: filter },
    },
    'inbox.begin': {
      success: async (us) => ({
        contactId: await contact(us),
        channelId: (await makeReceiver(server, 'sms_p1', us.accountId)).id,
        text: 'Halo',
      }),
      failure: { input: { contactId: 'c1', channelId: 'c2' }, code: 'VALIDATION' },
      ids: {
        contactId: { theirs: contact, code: 'NO_RECIPIENTS' },
        channelId: { theirs: channel, code: 'NO_CHANNEL' },
        savedReplyId: oneBody,
        replyToId: ofThis,
        seenMessageId: ofThis,
      },
    },
    'inbox.get': { success: async (us) => ({ id: await conversation(us) }), failure: unknownId, ids: inPath },
    'inbox.update': {
      success: async (us) => ({ id: await conversation(us), assigneeId: us.user.id, tags: ['vip'], status: 'closed' }),
      failure: unknownId,
      ids: { ...inPath, assigneeId: { theirs: (them) => them.user.id, code: 'VALIDATION' } },
    },
    'inbox.messages': { success: async (us) => ({ id: await conversation(us) }), failure: unknownId, ids: inPath },
    'inbox.reply': {
      success: async (us) => ({ id: await conversation(us), text: 'Ada!' }),
      failure: { input: { id: 'c1' }, code: 'VALIDATION' },
      ids: {
        ...inPath,
        savedReplyId: oneBody,
        replyToId: { theirs: conversation, code: 'VALIDATION' },
        seenMessageId: { theirs: conversation, code: 'VALIDATION' },
      },
    },
    'inbox.read': { success: async (us) => ({ id: await conversation(us) }), failure: unknownId, ids: inPath },
    'inbox.unsubscribe': { success: async (us) => ({ id: await conversation(us) }), failure: unknownId, ids: inPath },
    'inbox.link': {
      success: async (us) => ({ id: await conversation(us), contactId: await contact(us) }),
      failure: { input: { id: 'c1' }, code: 'VALIDATION' },
      ids: { ...inPath, contactId: { theirs: contact, code: 'VALIDATION' } },
    },
    'inbox.inbound': {
      success: async (us) => ({
        channelId: await webhook(us),
        externalId: unique('x'),
        from: { id: unique('p'), name: 'Ani', email: 'ani@x.test' },
        text: 'Halo',
        attachments: ['https://cdn.example/nota.pdf'],
      }),
      failure: { input: { channelId: 'c1' }, code: 'VALIDATION' },
      ids: {
        accountId: account,
        channelId: { theirs: webhook, code: 'VALIDATION' },
        externalId: foreign('externalId'),
        'from.id': foreign('from.id'),
      },
    },
    'inbox.savedReplies': {
      success: async (us) => (await saved(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'inbox.createSavedReply': {
      success: () => ({ name: unique('Jam buka '), shortcut: unique('j-'), text: 'Kami buka 09.00.' }),
      failure: { input: { name: 'x', shortcut: 'NOT OK', text: 'x' }, code: 'VALIDATION' },
      ids: {},
    },
    'inbox.updateSavedReply': {
      success: async (us) => ({ id: await saved(us), text: 'Baru' }),
      failure: unknownId,
      ids: { id: { theirs: saved, code: 'NOT_FOUND' } },
    },
    'inbox.deleteSavedReply': {
      success: async (us) => ({ id: await saved(us) }),
      failure: unknownId,
      ids: { id: { theirs: saved, code: 'NOT_FOUND' } },
    },
    'inbox.channels': {
      success: async (us) => (await channel(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'inbox.channelsShown': {
      success: async (us) => (await channel(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'inbox.setChannel': {
      success: async (us) => ({ channelId: await channel(us), receiving: false }),
      failure: { input: { channelId: 'c1', receiving: true }, code: 'NOT_FOUND' },
      ids: { channelId: { theirs: channel, code: 'NOT_FOUND' } },
    },
    'inbox.settings': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'inbox.updateSettings': {
      success: () => ({
        stopWords: ['keluar'],
        away: { enabled: true, text: 'Besok ya.', days: [1], from: '09:00', to: '17:00' },
      }),
      failure: { input: { stopWords: [''] }, code: 'VALIDATION' },
      ids: {},
    },
    'inbox.pulse': {
      success: async (us) => ({ conversationId: await conversation(us) }),
      failure: { input: { conversationId: 7 }, code: 'VALIDATION' },
      ids: { conversationId: { none: 'a question: of a foreign one nothing is told' } },
    },
    'inbox.presence': {
      success: async (us) => ({ id: await conversation(us), writing: true }),
      failure: { input: { id: 'c1' }, code: 'VALIDATION' },
      ids: { id: { none: 'nothing is noted of a foreign one' } },
    },
    'inbox.person': { success: async (us) => ({ id: await conversation(us) }), failure: unknownId, ids: inPath },
  };
};
