/** What people write to Kopi Nusantara: questions before and after a purchase, some that wait, one who wants no more. */
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Said {
  /** Minutes ago. */
  ago: number;
  text: string;
  /** Of us: an answer, or a note for colleagues. */
  by?: 'us' | 'note';
}

interface DemoConversation {
  /** The first of these that has an active channel. */
  over: readonly ProviderId[];
  name: string;
  address: string;
  status?: 'open' | 'snoozed' | 'closed';
  tags?: string[];
  isMine?: true;
  said: readonly Said[];
}

const CONVERSATIONS: readonly DemoConversation[] = [
  {
    over: ['msg_p1', 'msg_p2', 'sms_p1'],
    name: 'Sari Wibowo',
    address: '+6281299001122',
    tags: ['stok'],
    said: [
      { ago: 46, text: 'Halo kak, Aceh Gayo 200 gram masih ada?' },
      { ago: 44, text: 'Kalau ada, mau pesan dua ya. Bisa dikirim hari ini?' },
    ],
  },
  {
    over: ['msg_p1', 'msg_p2', 'sms_p1'],
    name: 'Rangga Pratama',
    address: '+6281377004455',
    isMine: true,
    said: [
      { ago: 190, text: 'Pesanan saya belum sampai, nomor KN-1042.' },
      { ago: 170, text: 'Selamat siang Kak Rangga, kami cek dulu ke kurir ya.', by: 'us' },
      { ago: 168, text: 'Kurir bilang besok pagi. Kabari lagi kalau belum.', by: 'note' },
      { ago: 95, text: 'Baik, saya tunggu. Terima kasih!' },
    ],
  },
  {
    over: ['msg_p4', 'sms_p1'],
    name: 'Yuki',
    address: 'U4af4980629a1b2c3d4e5f60718293a4b',
    said: [{ ago: 26 * 60, text: 'Do you ship to Japan? 2 kg of Toraja, whole beans.' }],
  },
  {
    over: ['sms_p1', 'sms_p2'],
    name: '',
    address: '+6285711223344',
    status: 'closed',
    said: [
      { ago: 3 * 24 * 60, text: 'Kode SEDUH10 tidak bisa dipakai' },
      { ago: 3 * 24 * 60 - 20, text: 'Kodenya untuk belanja mulai Rp150.000, Kak. Keranjangnya Rp120.000.', by: 'us' },
      { ago: 3 * 24 * 60 - 12, text: 'Oh begitu, siap.' },
    ],
  },
];

const SAVED = [
  {
    name: 'Jam buka',
    shortcut: 'jam',
    text: 'Halo {firstName|Kak}, kami buka setiap hari pukul 09.00 sampai 17.00 WIB.',
  },
  { name: 'Ongkir', shortcut: 'ongkir', text: 'Gratis ongkir se-Jawa untuk belanja mulai Rp200.000 di {brandName}.' },
  { name: 'Cek kurir', shortcut: 'kurir', text: 'Kami cek dulu ke kurir ya, {firstName|Kak}. Sebentar.' },
];

/** @param channels the id of the newest active channel of each provider */
export async function makeInbox(
  transaction: Transaction,
  accountId: string,
  userId: string,
  channels: ReadonlyMap<ProviderId, string>,
  at: Date,
): Promise<void> {
  await transaction.savedReply.createMany({
    data: SAVED.map((reply) => ({ accountId, ...reply, createdAt: at, updatedAt: at })),
  });
  for (const conversation of CONVERSATIONS) {
    const provider = conversation.over.find((each) => channels.has(each));
    const channelId = provider === undefined ? undefined : channels.get(provider);
    if (provider === undefined || channelId === undefined) continue;
    const { name, address, status = 'open', tags = [], isMine, said } = conversation;
    const when = ({ ago }: Said): Date => new Date(at.getTime() - ago * MINUTE);
    const theirs = said.filter(({ by }) => by === undefined);
    const outward = said.filter(({ by }) => by !== 'note');
    const [first, last] = [outward[0], outward.at(-1)];
    const lastIn = theirs.at(-1);
    if (first === undefined || last === undefined || lastIn === undefined) continue;
    const isPhone = address.startsWith('+');
    const contact = isPhone
      ? await transaction.contact.findFirst({ where: { accountId, phoneE164: address }, select: { id: true } })
      : null;
    const id = madeId();
    await transaction.conversation.create({
      data: {
        ...{ id, accountId, channelId, provider, family: providerEntry(provider).family },
        ...{ externalThreadId: address, address, senderName: name, contactId: contact?.id ?? null, status, tags },
        assigneeId: isMine ? userId : null,
        unread: status === 'open' && last.by === undefined ? 1 : 0,
        lastMessageAt: when(last),
        lastInboundAt: when(lastIn),
        lastWordsAt: when(lastIn),
        preview: last.text,
        waitingSince: status === 'open' && last.by === undefined ? when(last) : null,
        searched: `${name}\n${address}`.toLowerCase(),
        createdAt: when(first),
        updatedAt: when(last),
      },
    });
    await transaction.channelInbound.create({ data: { accountId, channelId, recipient: address, at: when(lastIn) } });
    await transaction.inboxMessage.createMany({
      data: said.map((each) => ({
        ...{
          accountId,
          conversationId: id,
          channelId,
          kind: 'text',
          text: each.text,
          at: when(each),
          createdAt: when(each),
        },
        direction: each.by === undefined ? 'inbound' : each.by === 'us' ? 'outbound' : 'note',
        authorKind: each.by === undefined ? 'person' : 'user',
        authorId: each.by === undefined ? null : userId,
        answeredAfterMs: each.by === 'us' ? BigInt(Math.round(HOUR / 3)) : null,
        sentAt: each.by === 'us' ? when(each) : null,
      })),
    });
  }
}
