/** The rules that the layout rests on (docs: CONTRIBUTING.md). A message says where the code should go instead. */
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const RAW_CLIENT = {
  regex: '^@/server/db/client$',
  message:
    'The raw database client reaches every workspace. Ask for a WorkspaceDb (server/db/workspace.ts); sweeps over all workspaces are jobs (jobs.ts).',
  allowTypeImports: true,
};
const GENERATED_CLIENT = {
  regex: '^@/prisma/generated',
  message: 'Import types only; the client is made in server/db/client.ts.',
  allowTypeImports: true,
};
const INTL_FORMATS = ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'Collator'].map((property) => ({
  object: 'Intl',
  property,
  message: 'Take it from server/lib/formats.ts, which makes each once.',
}));
const CAN_PARSE = {
  object: 'URL',
  property: 'canParse',
  message: 'Node 20 errs once it is called often: server/lib/is-url.ts says how.',
};
const APP = {
  regex: '^@/app/',
  message: 'app/ is the outermost layer: move what is shared to components/ or server/lib.',
};
const SERVER_IN_APP = {
  regex:
    '^@/server/(?!bridge$|lib/(currency|fields|formats|is-url|language|locale|narrow|sample-size|text|zoned-time)$|providers/catalog$|resources/[^/]+/(?:(?:[a-z]+-)*schema|vocabulary)$|email/(blocks-schema|merge-tags|utm)$|stores/sheet/fields$)',
  message:
    'Pages know the server by its types, by the schemas and vocabularies of its resources, by the catalogue of providers, by the fields of sheets, by the few files of lib that know no server, and by server/bridge.ts.',
  allowTypeImports: true,
};
const OPENED_CREDENTIALS = {
  regex: '^@/server/providers/connection$',
  message:
    'Credentials are opened by the worker only (docs/contract/channels.md#credentials): make it a job, or part of the delivery.',
  allowTypeImports: true,
};
const PARENT = { regex: '^\\.\\./\\.\\.', message: 'Write @/… for what is not beside the file.' };

const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Settings are parsed once, in server/env.ts: take them from there.',
};
const CLIENT_ADDRESS = [
  "MemberExpression[property.name='remoteAddress']",
  'MemberExpression[object.name=/^req(uest)?$/][property.name=/^ips?$/]',
  "Literal[value='x-forwarded-for']",
].map((selector) => ({
  selector,
  message: 'Proxies write ports, brackets and words: server/http/client-address.ts reads the address of a client.',
}));
const REAL_CLOCK = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
].map((selector) => ({
  selector,
  message:
    "A rule takes `now` from its handle or server/lib/clock.ts (docs/contract/shared.md#instants); realNow() there is for other machines' clocks, performance.now() for how long something takes.",
}));

const RAW_TRANSACTION = {
  selector: "CallExpression[callee.property.name='$transaction']",
  message:
    'Its own time-outs are shorter than a wait for a lock: take prismaTransaction (server/db/prisma-transaction.ts).',
};

const restrictImports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'deep',
      '.next',
      '.build',
      '.data',
      '.test',
      'prisma/generated',
      'next-env.d.ts',
      'docs/signing/sign.*',
      'sdk/snippet/laris.js',
      'sdk/snippet/forms.js',
      'sdk/dist',
      'docs/site/**',
      'scripts/**/*.mjs',
      '*.config.js',
      '*.config.ts',
      'scripts/**/*.d.mts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules: {
      // A text of a megabyte, of one request, must not hold everybody up: take an expression without two ways to read
      // the same characters, or server/lib/text.ts.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A void arrow that hands on a promise or a reply is how Fastify and React are written.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-restricted-properties': ['error', CAN_PARSE, ...INTL_FORMATS],
      ...restrictImports(RAW_CLIENT, GENERATED_CLIENT, OPENED_CREDENTIALS, APP, PARENT),
      'no-restricted-syntax': ['error', ENVIRONMENT, RAW_TRANSACTION],
    },
  },
  {
    files: ['server/lib/formats.ts'],
    rules: { 'no-restricted-properties': ['error', CAN_PARSE] },
  },
  {
    files: ['server/**'],
    ignores: ['server/lib/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ENVIRONMENT, ...REAL_CLOCK, ...CLIENT_ADDRESS] },
  },
  {
    files: ['server/http/client-address.ts'],
    rules: { 'no-restricted-syntax': ['error', ENVIRONMENT, RAW_TRANSACTION, ...REAL_CLOCK] },
  },
  {
    // Where the raw client is made, and where nothing but the whole database will do.
    files: [
      'server/{db,auth,migrations,postgres,operator}/**',
      'server/services.ts',
      'server/start.ts',
      'server/**/jobs.ts',
      'server/testing/**',
      'prisma/**',
      'bench/**',
      '**/*.test.ts',
    ],
    rules: restrictImports(APP, PARENT),
  },
  {
    // The worker's code of a resource.
    files: [
      'server/worker/delivery/**',
      'server/resources/channels/{apply-callbacks,list-assets}.ts',
      'server/resources/inbox/{fetch-attachments,name-senders,set-hook}.ts',
      'server/resources/sandbox/call-back.ts',
    ],
    ignores: ['**/*.test.ts'],
    rules: restrictImports(RAW_CLIENT, GENERATED_CLIENT, APP, PARENT),
  },
  { files: ['app/**', 'components/**'], rules: restrictImports(SERVER_IN_APP, PARENT) },
  {
    files: ['app/**', 'components/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    // Where a process begins: it hands its environment to server/env.ts and speaks to a terminal.
    files: [
      'server/main.ts',
      'server/worker.ts',
      'server/operator/cli.ts',
      'server/start.ts',
      'server/http/next.ts',
      'server/{db,migrations,postgres,operator}/**',
      'server/testing/**',
      'bench/**',
      'e2e/**',
      '*.config.ts',
      '**/*.test.ts',
      'scripts/**',
    ],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts', 'e2e/**', 'bench/**', 'server/testing/**'],
    rules: {
      // What is expected is made by other means than what is tested.
      'no-restricted-properties': ['error', CAN_PARSE],
      // Tests look into answers whose shape is what they assert.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
