import { unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeForm } from '@/server/testing/forms';
import type { Tenant } from '@/server/testing/server';

export const forms: Entries = (server) => {
  const database = () => server.services.database;
  const form = ({ accountId }: Tenant) => makeForm(database(), accountId);
  const list = async ({ accountId }: Tenant) => (await makeContactList(database(), accountId)).id;
  const inPath: Entry['ids'] = { id: { theirs: form, code: 'NOT_FOUND' } };
  const listed: Entry['ids'] = { listId: { theirs: list, code: 'VALIDATION' } };
  const whole = {
    title: 'News from the roastery',
    description: 'Once a month.',
    fields: [
      { field: 'email', required: true },
      { field: 'phone', label: 'WhatsApp' },
      { field: 'attribute', key: 'roast', label: 'Roast', type: 'choice', options: ['light', 'dark'] },
    ],
    consents: { email: 'Yes, by e-mail.', whatsapp: 'Yes, by WhatsApp.' },
    allowedOrigins: ['https://toko.example/page'],
    popup: { delaySeconds: 5 },
  };
  return {
    'forms.list': {
      success: async (us) => (await form(us), { limit: 10 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'forms.create': {
      success: async (us) => ({ name: unique('Form '), ...whole, listId: await list(us) }),
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: listed,
    },
    'forms.get': { success: async (us) => ({ id: await form(us) }), failure: unknownId, ids: inPath },
    'forms.update': {
      success: async (us) => ({ id: await form(us), ...whole, listId: await list(us) }),
      failure: unknownId,
      ids: { ...inPath, ...listed },
    },
    'forms.delete': { success: async (us) => ({ id: await form(us) }), failure: unknownId, ids: inPath },
    'forms.figures': { success: async (us) => ({ id: await form(us), days: 7 }), failure: unknownId, ids: inPath },
    'forms.submissions': { success: async (us) => ({ id: await form(us) }), failure: unknownId, ids: inPath },
    'forms.preview': {
      success: () => ({ name: 'Newsletter', ...whole, preferred: 'id' }),
      failure: { input: { name: 'Newsletter', fields: [], preferred: 'id' }, code: 'VALIDATION' },
      ids: { listId: { none: 'the page shows nothing of the list' } },
    },
    'forms.standing': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
  };
};
