import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { unique } from '@/server/testing/factories/unique';
import { trpc } from '@/server/testing/http';
import type { Tenant } from '@/server/testing/server';

const BLOCKS = {
  subject: 'Halo',
  preheader: 'p',
  accentColor: '#0f766e',
  blocks: [
    { kind: 'header', logoKey: null, brandName: 'Kopi' },
    { kind: 'hero', title: 'Halo', subtitle: 's' },
    { kind: 'text', body: 'b' },
    { kind: 'cta', label: 'Lihat', url: 'https://example.com' },
    { kind: 'image', assetKey: null, src: 'https://example.com/a.png', alt: 'a', href: '{productUrl}' },
    { kind: 'divider' },
    { kind: 'footer', text: 'f', businessAddress: 'j', unsubscribeUrl: 'mailto:stop@example.com' },
  ],
};

const code: IdRule = { none: 'a code of the neighbour is refused; broadcasts/shop-blocks.test.ts holds it' };
/** Codes that blocks show, by where the document stands in the input. */
const inBlocks = (document: string): Entry['ids'] => ({
  [`${document}blocks.discountCodeId`]: code,
  [`${document}blocks.columns.blocks.discountCodeId`]: code,
});

const SAVED = [{ kind: 'footer', text: 'f', businessAddress: 'j', unsubscribeUrl: null }];

/** Under broadcasts in the router as in the path. */
export const templates: Entries = (server) => {
  const made = async (tenant: Tenant): Promise<string> => {
    const answer = await server.call(tenant.key, 'POST', '/api/v1/broadcasts/templates', {
      body: { name: unique('T'), blocks: BLOCKS },
    });
    return answer.body.data.template.id as string;
  };
  const inPath: Entry['ids'] = { id: { theirs: made, code: 'NOT_FOUND' } };
  const saved = async (tenant: Tenant): Promise<string> => {
    const input = { name: unique('S'), blocks: SAVED };
    const { data } = await trpc(server, 'mutation', 'broadcasts.savedBlocks.create', input, { cookie: tenant.cookie });
    return (data as { id: string }).id;
  };
  const savedId: Entry['ids'] = { id: { theirs: saved, code: 'NOT_FOUND' } };
  return {
    'broadcasts.templates.compile': {
      success: () => ({ ...BLOCKS, assetUrls: { k: 'https://example.com/k.png' }, marks: true }),
      failure: { input: { blocks: [{ kind: 'poem' }] }, code: 'VALIDATION' },
      ids: inBlocks(''),
    },
    'broadcasts.templates.list': {
      success: async (us) => (await made(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'broadcasts.templates.overview': {
      success: async (us) => (await made(us), { limit: 1 }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'broadcasts.templates.get': { success: async (us) => ({ id: await made(us) }), failure: unknownId, ids: inPath },
    'broadcasts.templates.create': {
      success: () => ({
        name: unique('T'),
        description: 'd',
        providers: ['email_p1'],
        content: { sms: { body: 'b' } },
        blocks: BLOCKS,
      }),
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: inBlocks('blocks.'),
    },
    'broadcasts.templates.update': {
      success: async (us) => ({ id: await made(us), name: unique('T'), blocks: BLOCKS }),
      failure: unknownId,
      ids: { ...inPath, ...inBlocks('blocks.') },
    },
    'broadcasts.savedBlocks.list': {
      success: async (us) => (await saved(us), {}),
      failure: { none: 'it takes nothing' },
      ids: {},
    },
    'broadcasts.savedBlocks.create': {
      success: () => ({ name: unique('S'), blocks: SAVED, replace: true }),
      failure: { input: { name: '', blocks: SAVED }, code: 'VALIDATION' },
      ids: inBlocks(''),
    },
    'broadcasts.savedBlocks.rename': {
      success: async (us) => ({ id: await saved(us), name: unique('S') }),
      failure: { input: { id: 'cunknown', name: 'S' }, code: 'NOT_FOUND' },
      ids: savedId,
    },
    'broadcasts.savedBlocks.delete': {
      success: async (us) => ({ id: await saved(us) }),
      failure: unknownId,
      ids: savedId,
    },
    'broadcasts.templates.delete': { success: async (us) => ({ id: await made(us) }), failure: unknownId, ids: inPath },
  };
};
