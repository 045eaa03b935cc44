/**
 * The types of every statement come from PostgreSQL: what its rows and parameters are said to be in TypeScript is compared
 * with what PostgreSQL makes of its text. A column that is not there, a number where a time belongs, a parameter too many
 * and a null that nobody expects fail here.
 */
import { loadModule } from 'libpg-query';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import {
  claimedTypes,
  describeStatement,
  type Claims,
  type ClaimedTypes,
  type DescribedTypes,
} from '@/server/testing/statement-types';
import { swappedParameters } from '@/server/testing/parameter-columns';
import { useServer } from '@/server/testing/server';
import { everyStatement } from '@/server/testing/statements';

const server = useServer();

/** The kinds of values that `pg` reads from a type of PostgreSQL, and those that it takes for one. */
const READ: Readonly<Record<string, readonly string[]>> = {
  text: ['string'],
  int8: ['bigint'],
  int4: ['number'],
  int2: ['number'],
  float8: ['number'],
  float4: ['number'],
  numeric: ['string'],
  bool: ['boolean'],
  timestamptz: ['Date'],
  json: ['any'],
  bytea: ['object'],
};
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ...READ,
  int8: ['bigint', 'number'],
  numeric: ['string', 'number', 'bigint'],
  // Cursors have microseconds, which a Date has not.
  timestamptz: ['Date', 'string'],
  json: ['string'],
};
const SAME: Readonly<Record<string, string>> = {
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  unknown: 'text',
  jsonb: 'json',
  date: 'timestamptz',
  timestamp: 'timestamptz',
};

/** Columns that are never null in these rows for another reason than `IS NOT NULL`: what the statement asks of them. */
const GUARDED = new Map<string, readonly string[]>([
  [
    'is compared with a value',
    [
      'blog.translation-group: group',
      'broadcasts.known-zones: name',
      'webhooks.lock-failing: failingSince',
      'integrations.compliance.next-buyers.Order: contactId',
      'integrations.compliance.next-buyers.Checkout: contactId',
      ...['phone', 'email', 'externalRef'].flatMap((by) =>
        ['', '.end', '.last'].map((part) => `contacts.duplicates.${by}${part}: value`),
      ),
    ],
  ],
  [
    'the state says that it is there',
    [
      'blog.page.feed: publishedAt',
      'funnels.inside: stepId',
      'funnels.past-checkouts: at',
      'funnels.past-orders: at',
      'funnels.mint: expiresAt',
      'referrals.funnel-revenue: currency',
      'inbox.attachment: size',
      'inbox.claim-attachment: ref',
      'billing.take-due: provider',
      'billing.take-due: upstreamId',
    ],
  ],
]);
const guarded = new Set([...GUARDED.values()].flat());

/** Their name is a parameter of a function, so that nothing tells which call declares them. */
const NOT_COMPARED = [
  'blog.list',
  'blog.list.status',
  'contacts.erase.person',
  'contacts.erase.person-locked',
  'discount-codes.batch-codes',
  'discount-codes.batch-codes.redeemed',
  'discount-codes.batch-codes.unused',
  'events.find-by-customer',
  'events.find-by-email',
  'referrals.reviews',
  'referrals.reviews-decided',
];

const texts = new Map<string, string>();
const columnNames = new Map<string, string>();
const types = new Map<number, string>();
const notNull = new Set<string>();
let described: Map<string, DescribedTypes | Error>;
let claimed: Claims;

beforeAll(async () => {
  await loadModule();
  const client = new pg.Client({ connectionString: server.services.settings.databaseUrl });
  await client.connect();
  try {
    for (const { oid, typname } of (
      await client.query<{ oid: number; typname: string }>('SELECT oid::int4, typname FROM pg_type')
    ).rows)
      types.set(oid, typname);
    const columns = await client.query<{ key: string; name: string; notNull: boolean }>(
      `SELECT attrelid::int4 || ' ' || attnum AS key, attname AS name, attnotnull AS "notNull" FROM pg_attribute WHERE attnum > 0`,
    );
    for (const column of columns.rows) {
      columnNames.set(column.key, column.name);
      if (column.notNull) notNull.add(column.key);
    }
    described = new Map();
    for (const { name, text } of await everyStatement()) {
      texts.set(name, text);
      described.set(name, await describeStatement(client, text).catch((error: unknown) => error as Error));
    }
  } finally {
    await client.end();
  }
  claimed = claimedTypes();
});

/** @returns the kinds that a value of the type has */
function kindsOf(oid: number, table: typeof READ): readonly string[] {
  const name = types.get(oid) ?? '';
  const isList = name.startsWith('_');
  const bare = isList ? name.slice(1) : name;
  const kinds = table[SAME[bare] ?? bare] ?? ['?' + bare];
  return isList ? kinds.map((kind) => `${kind}[]`) : kinds;
}

const fits = (claims: readonly string[], kinds: readonly string[]): boolean =>
  kinds.includes('any') ||
  kinds.includes('any[]') ||
  claims.every(
    (claim) => ['null', 'undefined', 'any', 'any[]', 'null[]', '[]'].includes(claim) || kinds.includes(claim),
  );

/** Statements whose types are known on both sides. */
const known = (): [string, DescribedTypes, ClaimedTypes][] =>
  [...described].flatMap(([name, is]) => {
    const says = claimed.of(name);
    return says === undefined || is instanceof Error || NOT_COMPARED.includes(name)
      ? []
      : [[name, is, says] as [string, DescribedTypes, ClaimedTypes]];
  });

it('describes every statement, and compares all but a few', () => {
  expect([...described].flatMap(([name, is]) => (is instanceof Error ? [`${name}: ${is.message}`] : []))).toEqual([]);
  const compared = new Set(known().map(([name]) => name));
  expect([...described.keys()].filter((name) => !compared.has(name)).sort()).toEqual(NOT_COMPARED);
});

it('gives every column that a row is said to have, of its type', () => {
  const wrong = known().flatMap(([name, { columns }, says]) =>
    [...(says.columns ?? [])].flatMap(([column, kinds]) => {
      const is = columns.find((each) => each.name === column);
      if (is === undefined)
        return kinds.includes('undefined') ? [] : [`${says.where} ${name}: there is no column ${column}`];
      const gives = kindsOf(is.type, READ);
      return fits(kinds, gives)
        ? []
        : [`${says.where} ${name}: ${column} is ${gives.join(' | ')}, not ${kinds.join(' | ')}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('says null of every column that may be null', () => {
  const wrong = known().flatMap(([name, { columns }, says]) =>
    [...(says.columns ?? [])].flatMap(([column, kinds]) => {
      const is = columns.find((each) => each.name === column);
      if (is === undefined || is.table === 0 || kinds.some((kind) => kind === 'null' || kind === 'any')) return [];
      const source = `${is.table} ${is.column}`;
      // Prisma knows no list that is null, and writes none.
      if (notNull.has(source) || types.get(is.type)?.startsWith('_') === true) return [];
      const guard = new RegExp(`\\b${columnNames.get(source) ?? column}"? IS NOT NULL|\\b${column}"? IS NOT NULL`);
      return guard.test(texts.get(name) ?? '') || guarded.has(`${name}: ${column}`)
        ? []
        : [`${says.where} ${name}: ${column} may be null`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('takes the parameters that it is said to take, of their types', () => {
  const wrong = known().flatMap(([name, { parameters }, says]) => {
    if (says.parameters === null) return [];
    const taken = parameters.slice(1);
    const least = says.parameters.filter(({ isOptional }) => !isOptional).length;
    if (taken.length > says.parameters.length || taken.length < least)
      return [`${says.where} ${name}: takes ${taken.length} parameters after $1, not ${says.parameters.length}`];
    return says.parameters.slice(0, taken.length).flatMap(({ label, kinds }, index) => {
      const takes = kindsOf(taken[index] ?? 0, WRITTEN);
      return fits(kinds, takes)
        ? []
        : [`${says.where} ${name}: $${index + 2} (${label}) is ${takes.join(' | ')}, not ${kinds.join(' | ')}`];
    });
  });
  expect(wrong).toEqual([]);
});

/** Statements with their parameters from $2 on, as far as they are named. */
const named = (): { name: string; text: string; where: string; labels: string[]; types: number[] }[] =>
  known().flatMap(([name, { parameters }, { where, parameters: says }]) => {
    const labels = (says ?? []).map(({ label }) => label).slice(0, parameters.length - 1);
    return [{ name, text: texts.get(name) ?? '', where, labels, types: parameters.slice(1, labels.length + 1) }];
  });

it('has no two parameters in each other’s place', () => {
  expect(
    named().flatMap(({ name, text, where, labels, types: own }) =>
      swappedParameters(text, labels, own).map((swapped) => `${where} ${name}: ${swapped}`),
    ),
  ).toEqual([]);
  expect(claimed.swappedValues).toEqual([]);
});

it('sees nearly every swap of two parameters of one type', () => {
  let swaps = 0;
  const unseen: string[] = [];
  for (const { name, text, labels, types: own } of named())
    own.forEach((type, one) =>
      own.forEach((other, two) => {
        if (two <= one || type !== other) return;
        const places = new Map([
          [one + 2, two + 2],
          [two + 2, one + 2],
        ]);
        const swapped = text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${places.get(Number(place)) ?? place}`);
        swaps++;
        if (swappedParameters(swapped, labels, own).length === 0)
          unseen.push(`${name}: ${labels[one]} and ${labels[two]}`);
      }),
    );
  expect(swaps).toBeGreaterThan(2_500);
  expect(unseen.length / swaps, unseen.join('\n')).toBeLessThan(0.07);
});
