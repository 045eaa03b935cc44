/**
 * Prisma's schema engine as WebAssembly, over node-postgres: it writes new migrations without the native engine, which
 * Prisma would download. For development and tests only; migrate.ts applies them.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import type {
  DiffTarget,
  MigrationList,
  SchemaEngine,
  SchemaFilter,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import type { MigrationFile, SchemaFile } from './files';

const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

export interface MigrationEngine {
  /**
   * The SQL that leads from the migrations to the schema; null when they agree. Replays the migrations on a database of
   * its own.
   */
  difference(migrations: MigrationFile[], schema: SchemaFile[]): Promise<string | null>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** The schema engine said no; `message` is its explanation. */
export class SchemaEngineError extends Error {}

/** Loads the engine for one database (some 100 ms). */
export async function openSchemaEngine(databaseUrl: string, schema: SchemaFile[]): Promise<MigrationEngine> {
  const { SchemaEngine } = await loadWasm();
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  const factory = new MigrationAdapterFactory(connectionParts(databaseUrl));
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  const engine: SchemaEngine = await explained(() => SchemaEngine.new({ datamodels }, () => {}, bound));
  return {
    async difference(migrations, target) {
      const from: DiffTarget = { tag: 'migrations', ...migrationList(migrations) };
      const to: DiffTarget = { tag: 'schemaDatamodel', files: target };
      // The field is required by the engine although its types leave it out.
      const request = { from, to, script: true, exitCode: true, filters: NO_FILTER, shadowDatabaseUrl: null };
      const { exitCode, stdout } = await explained(() => engine.diff(request));
      return exitCode === 2 ? (stdout ?? '') : null;
    },
    async close() {
      engine.free();
      await factory.disconnect();
    },
  };
}

function migrationList(migrations: MigrationFile[]): MigrationList {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}

/** Runs a call into the engine; what it throws has the explanation in odd places. */
async function explained<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { message, meta } = error as { message?: string; meta?: { message?: string } };
    // A trace of the engine's own functions follows.
    const [explanation] = (meta?.message ?? message ?? String(error)).split(/\n[ \t]+0: /);
    throw new SchemaEngineError((explanation ?? '').trim(), { cause: error });
  }
}

let wasm: ReturnType<typeof instantiate> | undefined;

function loadWasm() {
  wasm ??= instantiate();
  return wasm;
}

/**
 * The package's own entry imports the .wasm as a module, which Node does only behind a flag; so it is instantiated
 * here.
 */
async function instantiate() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const compiled = await WebAssembly.compile(fs.readFileSync(file));
  const { exports } = await WebAssembly.instantiate(compiled, { './schema_engine_bg.js': releasingTimers(glue) });
  glue.__wbg_set_wasm(exports);
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', {
    set_message: (message: string) => console.error(`Prisma's schema engine: ${message}`),
  });
  (exports.__wbindgen_start as () => void)();
  return glue;
}

/** The engine never clears its time limits (10 seconds each); they must not keep a process that is done. */
function releasingTimers(glue: object): WebAssembly.ModuleImports {
  const imports = Object.entries(glue) as [string, WebAssembly.ImportValue][];
  return Object.fromEntries(
    imports.map(([name, value]) => {
      if (!name.startsWith('__wbg_setTimeout')) return [name, value];
      const start = value as (callback: () => void, delay: number) => NodeJS.Timeout;
      return [name, (callback: () => void, delay: number) => start(callback, delay).unref()];
    }),
  );
}

/**
 * The connection in parts. The adapter must not get it as one string: for the shadow database it replaces the part
 * `database`, over which a connection string wins, and the migrations would be replayed on the live database.
 */
function connectionParts(databaseUrl: string): pg.PoolConfig {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: databaseUrl });
  return { host, port, user, password, database, ssl, max: 4 };
}

class MigrationAdapterFactory extends PrismaPg {
  readonly #connection: pg.PoolConfig;
  readonly #open: SqlDriverAdapter[] = [];

  constructor(connection: pg.PoolConfig) {
    super(connection);
    this.#connection = connection;
  }

  override async connect() {
    const adapter = mended(await super.connect());
    this.#open.push(adapter);
    return adapter;
  }

  /** Closes what the engine opened; it does not, and its advisory lock would stay until the connection idles out. */
  async disconnect() {
    await Promise.all(this.#open.map((adapter) => adapter.dispose()));
  }

  /** The shadow database, on which migrations are replayed, lives as long as its connection. */
  override async connectToShadowDb() {
    const name = `laris_shadow_${randomUUID().replaceAll('-', '')}`;
    const main = await super.connect();
    await main.executeScript(`CREATE DATABASE "${name}"`);
    const shadow = mended(await new PrismaPg({ ...this.#connection, database: name }).connect());
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await main.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await main.dispose();
    };
    return shadow;
  }
}

/**
 * PostgreSQL's type "char", which some columns of its catalogue have; and blank-padded text, which the adapter knows.
 */
const CHAR_OID = 18;
const BPCHAR_OID = 1042;

/** The members that the adapter has and its types keep to themselves. */
interface Queryable {
  /** Throws the error in the form that the engine understands. */
  onError(error: unknown): never;
  performIO(query: SqlQuery): Promise<pg.QueryArrayResult>;
  queryRaw(query: SqlQuery): Promise<SqlResultSet>;
}

/**
 * Mends two faults of adapter-pg 7.10. It refuses "char" columns, which the engine reads from the catalogue: they are
 * handed over as characters. And it cuts a script at every semicolon, within functions and texts too, and runs the
 * pieces one by one: sent whole, PostgreSQL parses it, and runs it as one transaction.
 */
function mended<T extends SqlDriverAdapter & { underlyingDriver(): pg.Pool }>(adapter: T): T {
  const queryable = adapter as unknown as Queryable;
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      queryable.onError(error);
    }
  };
  patchQueries(queryable);
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel);
    patchQueries(transaction as unknown as Queryable);
    return transaction;
  };
  return adapter;
}

function patchQueries(target: Queryable): void {
  const performIO = target.performIO.bind(target);
  const queryRaw = target.queryRaw.bind(target);
  const charColumns = new WeakMap<SqlQuery, number[]>();
  target.performIO = async (query) => {
    const result = await performIO(query);
    const found: number[] = [];
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return;
      field.dataTypeID = BPCHAR_OID;
      found.push(index);
    });
    charColumns.set(query, found);
    return result;
  };
  target.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(query) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}
