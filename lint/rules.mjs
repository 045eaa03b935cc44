/**
 * The rules that are Laris's own. Each message says where the code should go instead; .oxlintrc.json says where each
 * rule holds.
 */

/**
 * @param {string} message
 * @param {...string} selectors nodes to refuse, in the language of esquery
 */
const refuseSyntax = (message, ...selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

const isTypeOnly = ({ importKind, exportKind, specifiers }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers?.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type'));

/**
 * @param {RegExp} from what an import names
 * @param {string} message
 * @param {{ types?: boolean }} [allowed] types: an import of types only is fine
 */
const refuseImport = (from, message, { types = false } = {}) => ({
  create(context) {
    const look = (node) => {
      if (typeof node.source?.value !== 'string' || !from.test(node.source.value)) return;
      if (!types || !isTypeOnly(node)) context.report({ node, message });
    };
    return { ImportDeclaration: look, ExportNamedDeclaration: look, ExportAllDeclaration: look };
  },
});

/** The few files of the server that pages may import values from. */
const KNOWN_TO_PAGES = [
  'doors/bridge',
  'platform/access/roles',
  'platform/lib/(?:currency|durations|fields|formats|is-url|language|locale|narrow|sample-size|shared-vocabulary|text|zoned-time)',
  'platform/email/(?:blocks-schema|merge-tags|utm)',
  'platform/vendors/(?:catalog|provider-ids)',
  'modules/(?:[a-z-]+/)+(?:(?:[a-z]+-)*schema|vocabulary)',
  'modules/shops/adapters/sheet/fields',
  'sandbox/(?:(?:[a-z]+-)*schema|vocabulary)',
];

/** The areas of server/modules from the ground up: each imports those before it, and server/platform. */
const AREAS = ['account', 'audience', 'messaging', 'shops', 'offers', 'creators', 'automation', 'content', 'overview'];

/** Imports that run up, from before this rule. The list may only get shorter. */
const STILL_UP = new Set([
  'modules/shops/connections/codes-print → modules/offers/discount-codes/rows',
  'modules/shops/connections/worker/codes-run → modules/offers/discount-codes/rows',
  'modules/shops/connections/open-shop → sandbox/shop-transport',
  'modules/messaging/broadcasts/delivery/delivery → sandbox/provider/sandbox',
]);

/** @param {string} place a path below server/ @returns {number} what is lower may be imported */
function levelOf(place) {
  if (place.startsWith('platform/')) return 0;
  const area = /^modules\/([^/]+)\//.exec(place)?.[1];
  if (area !== undefined) return 1 + AREAS.indexOf(area);
  return place.startsWith('sandbox/') ? 1 + AREAS.length : 2 + AREAS.length;
}

const onlyDown = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const from = file.slice(file.lastIndexOf('/server/') + '/server/'.length).replace(/\.tsx?$/, '');
    const look = (node) => {
      const name = node.source?.value;
      if (typeof name !== 'string' || isTypeOnly(node) || !name.startsWith('@/server/')) return;
      const to = name.slice('@/server/'.length);
      if (levelOf(to) <= levelOf(from) || STILL_UP.has(`${from} → ${to}`)) return;
      context.report({
        node,
        message: `server/${to} stands above this file (${['platform', ...AREAS, 'sandbox'].join(', ')}): move down what both need, or let it handle a hook (server/assembly/hooks.ts).`,
      });
    };
    return { ImportDeclaration: look, ExportNamedDeclaration: look, ExportAllDeclaration: look };
  },
};

export default {
  meta: { name: 'laris' },
  rules: {
    'raw-client': refuseImport(
      /^@\/server\/platform\/db\/client$/,
      'The raw database client reaches every workspace. Ask for a WorkspaceDb (server/platform/db/workspace.ts); sweeps over all workspaces are jobs (jobs.ts).',
      { types: true },
    ),
    'generated-client': refuseImport(
      /^@\/prisma\/generated/,
      'Import types only; the client is made in server/platform/db/client.ts.',
      { types: true },
    ),
    'opened-credentials': refuseImport(
      /^@\/server\/modules\/messaging\/adapters\/connection$/,
      'Credentials are opened by the worker only (docs/contract/channels.md#credentials): make it a job, or part of the delivery.',
      { types: true },
    ),
    'app-is-outermost': refuseImport(
      /^@\/app\//,
      'app/ is the outermost layer: move what is shared to components/ or server/platform/lib.',
    ),
    'no-programs': refuseImport(
      /^@\/server\/(?:main|start|worker)$/,
      'This file is a program: importing it starts it. Move what both need to a file of its own.',
    ),
    'no-far-parent': refuseImport(/^\.\.\/\.\./, 'Write @/… for what is not beside the file.'),
    'server-in-pages': refuseImport(
      new RegExp(`^@/server/(?!(?:${KNOWN_TO_PAGES.join('|')})$)`),
      'Pages know the server by its types, by the schemas and vocabularies of its resources, by the catalogue of providers, by the fields of sheets, by the few files of lib that know no server, and by server/doors/bridge.ts.',
      { types: true },
    ),
    'only-down': onlyDown,
    'can-parse': refuseSyntax(
      'Node 20 errs once it is called often: server/platform/lib/is-url.ts says how.',
      "MemberExpression[object.name='URL'][property.name='canParse']",
    ),
    'shared-formats': refuseSyntax(
      'Take it from server/platform/lib/formats.ts, which makes each once.',
      "MemberExpression[object.name='Intl'][property.name=/^(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|Collator)$/]",
    ),
    environment: refuseSyntax(
      'Settings are parsed once, in server/platform/env.ts: take them from there.',
      "MemberExpression[object.name='process'][property.name='env']",
    ),
    transaction: refuseSyntax(
      'Its own time-outs are shorter than a wait for a lock: take prismaTransaction (server/platform/db/prisma-transaction.ts).',
      "CallExpression[callee.property.name='$transaction']",
    ),
    'client-address': refuseSyntax(
      'Proxies write ports, brackets and words: server/doors/client-address.ts reads the address of a client.',
      "MemberExpression[property.name='remoteAddress']",
      'MemberExpression[object.name=/^req(uest)?$/][property.name=/^ips?$/]',
      "Literal[value='x-forwarded-for']",
    ),
    clock: refuseSyntax(
      "A rule takes `now` from its handle or server/platform/lib/clock.ts (docs/contract/shared.md#instants); realNow() there is for other machines' clocks, performance.now() for how long something takes.",
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    ),
  },
};
