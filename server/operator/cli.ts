/**
 * Operator commands: `npm run -s laris -- <command>`. JSON on standard output, one object, or one a line; errors in one
 * line on standard error, exit 1. They work on DATABASE_URL, or on the embedded database while it runs.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { ensureDemoWorkspace } from '@/prisma/seed';
import { KeyStore } from '@/server/platform/auth/keys';
import { CONNECT_TIMEOUT_MS, reach } from '@/server/operator/reach';
import { resealAll } from '@/server/operator/reseal';
import { PLATFORM_SCOPE } from '@/server/platform/auth/principal';
import { backUp } from '@/server/backup/backup';
import { restore } from '@/server/backup/restore';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { operatorSettings } from '@/server/operator/settings';
import { operatorDb, type OperatorDb } from '@/server/platform/db/installation';
import { workspaceDb, type Actor, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toAppError } from '@/server/platform/errors';
import type { Settings } from '@/server/platform/env';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { cartUnsubscribeUrl } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { email, password } from '@/server/modules/account/accounts/schema';
import { language } from '@/server/modules/account/accounts/mail-language';
import { setPassword } from '@/server/modules/account/accounts/passwords';
import { removeSecondFactor } from '@/server/modules/account/accounts/second-factor';
import { givenRole } from '@/server/modules/account/accounts/members-schema';
import { createAccount, createUser } from '@/server/modules/account/accounts/service';
import { createInput } from '@/server/modules/account/api-keys/schema';
import { create as createKey } from '@/server/modules/account/api-keys/service';
import { anchors, readAnchors, verifyAgainst } from '@/server/modules/account/audit-log/anchors';
import { platformAudit } from '@/server/modules/account/admin/audit';
import { mintKey, revokeKey } from '@/server/modules/account/admin/keys';
import { setNextCharge } from '@/server/modules/account/billing/payments/sandbox-ledger';
import { PLAN_IDS } from '@/server/modules/account/billing/plans';
import { APP_PROVIDERS, appCallback } from '@/server/modules/messaging/channels/app-callbacks';
import { emailIn } from '@/server/platform/lib/fields';
import { importProducts } from '@/server/modules/shops/feeds/import-file';

interface Run {
  database: Database;
  settings: Settings;
}

type Printed = Record<string, unknown>;

interface Command<Options extends z.ZodObject> {
  usage: string;
  options: Options;
  /** Asks no database. */
  isOffline?: boolean;
  /** Runs the command and returns what is printed; what is found in pieces, piece by piece. */
  run(context: Run, options: z.output<Options>): Promise<Printed> | AsyncIterable<Printed>;
}

/** Keeps the options' type between schema and run. */
const command = <Options extends z.ZodObject>(definition: Command<Options>) => definition;

const name = z.string().trim().min(1).max(120);

const OPERATOR: Actor = { kind: 'operator', id: null, partnerId: null, onBehalfOf: null };

const installation = (database: Database): OperatorDb => operatorDb(database, { actor: OPERATOR, now: now() });

/** One workspace by its id, or all of them. @throws UsageError when there is no such workspace */
async function accountIds(database: Database, accountId: string | undefined): Promise<string[]> {
  if (accountId !== undefined) return [(await workspaceOf(database, accountId)).accountId];
  return (await database.prisma.account.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id);
}

/** @throws UsageError when there is no such workspace */
async function workspaceOf(database: Database, accountId: string): Promise<WorkspaceDb> {
  if ((await database.prisma.account.count({ where: { id: accountId } })) === 0)
    throw new UsageError('There is no workspace with this id.');
  return workspaceDb(database, {
    accountId,
    actor: OPERATOR,
    now: now(),
  });
}

const COMMANDS = {
  'account create': command({
    usage: '--name N [--plan free|starter|growth|scale|svc_internal]',
    options: z.object({ name, plan: z.enum(PLAN_IDS).optional() }),
    async run({ database }, options) {
      const account = await createAccount(
        database,
        { name: options.name, ...(options.plan === undefined ? {} : { plan: options.plan }) },
        now(),
      );
      return { accountId: account.id, name: account.name, plan: options.plan ?? 'free' };
    },
  }),

  'user create': command({
    usage: '--account ID --email E --password P [--name N] [--role admin|marketer|analyst]',
    options: z.object({ account: z.string(), email, password, name: name.optional(), role: givenRole.optional() }),
    async run({ database }, options) {
      const userId = await createUser(
        database,
        {
          accountId: options.account,
          email: options.email,
          password: options.password,
          name: options.name ?? options.email.split('@')[0] ?? options.email,
          ...(options.role && { role: options.role }),
        },
        now(),
      );
      return { userId };
    },
  }),

  'user set-password': command({
    usage: '--email E --password P',
    options: z.object({ email, password }),
    run: async ({ database }, options) => ({ userId: await setPassword(database, options, now()) }),
  }),

  'user remove-second-factor': command({
    usage: '--email E [--language en|id]',
    options: z.object({ email, language }),
    run: async ({ database, settings: { mail } }, options) => ({
      userId: await removeSecondFactor({ database, mail }, options, now()),
    }),
  }),

  demo: command({
    usage: '',
    options: z.object({}),
    async run({ settings }) {
      const login = await ensureDemoWorkspace(settings);
      if (login === null) throw new UsageError('The demo workspace exists; its login is on the machine that made it.');
      return { ...login };
    },
  }),

  'key mint': command({
    usage: '--account ID --name N [--scopes read,write] | --platform --name N [--partner ID]',
    options: z.object({
      account: z.string().optional(),
      platform: z.boolean().default(false),
      partner: z.string().optional(),
      name,
      scopes: z.string().optional(),
    }),
    async run({ database, settings }, options) {
      const keys = new KeyStore(database, settings.appSecrets, () => undefined);
      if (options.platform) {
        if (options.account !== undefined || options.scopes !== undefined)
          throw new UsageError('--platform goes with --name and --partner only.');
        const partnerId = options.partner ?? null;
        const minted = await mintKey(installation(database), keys, { name: options.name, partnerId });
        return { ...minted, scopes: [PLATFORM_SCOPE] };
      }
      if (options.partner !== undefined) throw new UsageError('A partner’s key is a --platform key.');
      if (options.account === undefined)
        throw new UsageError('Name the workspace with --account, or mint a --platform key.');
      const db = await workspaceOf(database, options.account);
      const input = createInput.parse({
        name: options.name,
        ...(options.scopes === undefined ? {} : { scopes: options.scopes.split(',').map((scope) => scope.trim()) }),
      });
      const { apiKey, secret } = await createKey(db, keys, input);
      return { id: apiKey.id, keyId: apiKey.keyId, secret, scopes: apiKey.scopes };
    },
  }),

  'key revoke': command({
    usage: '--platform --key KEYID',
    options: z.object({ platform: z.literal(true, 'is needed: a workspace revokes its own keys'), key: z.string() }),
    run: async ({ database }, options) => ({ ...(await revokeKey(installation(database), options.key)) }),
  }),

  'audit platform': command({
    usage: '[--partner ID]',
    options: z.object({ partner: z.string().optional() }),
    run: async ({ database }, { partner }) => ({
      entries: await platformAudit(installation(database), partner ?? null),
    }),
  }),

  'audit anchor': command({
    usage: '[--account ID]',
    options: z.object({ account: z.string().optional() }),
    async *run({ database }, { account }) {
      if (account !== undefined) await workspaceOf(database, account);
      yield* await anchors(installation(database), account ?? null);
    },
  }),

  'audit verify': command({
    usage: '[--account ID] [--anchor F]',
    options: z.object({ account: z.string().optional(), anchor: z.string().min(1).optional() }),
    async *run({ database }, { account, anchor: file }) {
      const kept = file === undefined ? [] : readAnchors(fs.readFileSync(file, 'utf8'));
      const ids = await accountIds(database, account);
      const gone = account === undefined ? kept.find(({ accountId }) => !ids.includes(accountId)) : undefined;
      if (gone !== undefined)
        throw new UsageError(`There is no workspace ${gone.accountId}, of which there is an anchor.`);
      for (const accountId of ids) {
        const checked = await verifyAgainst(await workspaceOf(database, accountId), kept);
        if (!checked.ok) process.exitCode = 1;
        yield { ...checked };
      }
    },
  }),

  'billing next-charge': command({
    usage: '--account ID --outcome paid|failed',
    options: z.object({ account: z.string(), outcome: z.enum(['paid', 'failed']) }),
    async run({ database, settings }, options) {
      if (settings.payments.mode !== 'sandbox')
        throw new UsageError('Only the payment sandbox can be told what a charge comes to (PAYMENT_PROVIDER=sandbox).');
      const db = await workspaceOf(database, options.account);
      if (!(await setNextCharge(db, options.outcome)))
        throw new UsageError(
          'This workspace has no subscription that the sandbox could charge: check out and pay first.',
        );
      return { accountId: options.account, outcome: options.outcome };
    },
  }),

  'channels app-callback': command({
    usage: `--provider ${APP_PROVIDERS.join('|')}`,
    options: z.object({ provider: z.enum(APP_PROVIDERS) }),
    isOffline: true,
    run: ({ settings }, { provider }) => Promise.resolve(appCallback(settings, provider)),
  }),

  'products import': command({
    usage: '--account ID --file F.jsonl',
    options: z.object({ account: z.string(), file: z.string().min(1) }),
    run: async ({ database }, options) => ({
      ...(await importProducts(await workspaceOf(database, options.account), options.file)),
    }),
  }),

  'secrets reseal': command({
    usage: '',
    options: z.object({}),
    run: async ({ database, settings }) => ({ ...(await resealAll(database, settings.appSecrets)) }),
  }),

  backup: command({
    usage: '--to F',
    options: z.object({ to: z.string().min(1) }),
    run: ({ settings }, { to }) => backUp({ settings, file: to, now: now() }),
  }),

  restore: command({
    usage: '--from F [--replace]',
    options: z.object({ from: z.string().min(1), replace: z.boolean().default(false) }),
    run: ({ settings }, { from, replace }) => restore({ settings, file: from, replace }),
  }),

  'unsubscribe-url': command({
    usage: '--account ID --email E',
    options: z.object({ account: z.string(), email: emailIn }),
    async run({ database, settings }, options) {
      const { accountId } = await workspaceOf(database, options.account);
      return { url: cartUnsubscribeUrl(settings, { accountId, email: options.email }) };
    },
  }),
};

class UsageError extends Error {}

const usage = (): string =>
  [
    'Usage: npm run -s laris -- <command>',
    ...Object.entries(COMMANDS).map(([words, { usage: options }]) => `  ${words} ${options}`.trimEnd()),
  ].join('\n');

/** `--name value` pairs as the schema wants them; what it does not know is refused. */
function readOptions<Options extends z.ZodObject>(definition: Command<Options>, args: string[]): z.output<Options> {
  const shape = Object.keys(definition.options.shape);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      shape.map((option) => [
        option,
        { type: ['platform', 'replace'].includes(option) ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    allowPositionals: false,
  });
  return definition.options.parse(values);
}

/** One line that says what was wrong, never a value that was given. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('; ');
  const { appCode, message } = toAppError(error);
  return appCode === 'INTERNAL' ? (error instanceof Error ? error.message : String(error)) : message;
}

async function main(args: string[]): Promise<void> {
  // A command is one word or two.
  const words = Object.keys(COMMANDS).find(
    (candidate) => candidate === args.slice(0, candidate.split(' ').length).join(' '),
  );
  if (words === undefined) throw new UsageError(usage());
  const definition = COMMANDS[words as keyof typeof COMMANDS] as Command<z.ZodObject>;
  const options = readOptions(definition, args.slice(words.split(' ').length));
  const settings = operatorSettings(process.env);
  setClockOffset(settings.clockOffset);
  const database = openDatabase(settings, {
    poolSize: 2,
    name: 'operator',
    notesChanges: settings.extensions.has('webhook-delivery'),
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  try {
    if (definition.isOffline !== true) await reach(database.pool);
    const result = definition.run({ database, settings }, options);
    for await (const printed of Symbol.asyncIterator in result ? result : [await result])
      console.log(JSON.stringify(printed));
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
