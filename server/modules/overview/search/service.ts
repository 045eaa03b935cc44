/**
 * Finds records of every kind by their names. Of each kind it reads the newest records, and by index the names that
 * begin with the word. A workspace may have a million contacts: if too few of the newest match, the words are rare, and
 * the index of all contacts finds them fast. The statement forces either way, because PostgreSQL's guesses about words
 * are poor.
 */
import { composedStatement, THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { CONVERSATION_STATUSES } from '@/server/modules/messaging/inbox/vocabulary';
import { contactNameSql } from '@/server/modules/audience/contacts/rows';
import { beginsWith, SEARCHED as CONTACT_SEARCHED, searches } from '@/server/modules/audience/contacts/list';
import { type FoundRecord, type RecordsOutput } from '@/server/modules/overview/search/schema';
import { SHORTEST_WORD } from '@/server/modules/overview/search/vocabulary';

/** The number shown of each kind. */
const SHOWN = 5;
/** The most candidates whose name begins with a word. */
const CANDIDATES = 100;
const LOOKED_THROUGH = 2_000;
const MOST_WORDS = 5;

interface Source {
  kind: FoundRecord['kind'];
  table: string;
  alias: string;
  /** SQL over the alias. */
  title: string;
  subtitle: string;
  /** In lower case, a field a line. */
  searched: string;
  /** Has an index with the workspace and the id. */
  newest: string;
  /** Conditions on the leading columns of that index: the newest records of each are read. */
  each?: readonly string[];
  /**
   * Columns with an index of their own: a value that begins with the word is found at any age. Upper and lower case
   * must match the stored value.
   */
  indexed?: readonly string[];
}

const fields = (...columns: string[]): string => `lower(concat_ws(E'\\n', ${columns.join(', ')}))`;

const named = (
  kind: FoundRecord['kind'],
  table: string,
  alias: string,
  newest: 'createdAt' | 'updatedAt' = 'createdAt',
): Source => ({
  kind,
  table,
  alias,
  title: `${alias}.name`,
  subtitle: `${alias}.description`,
  searched: fields(`${alias}.name`, `${alias}.description`),
  newest: `${alias}."${newest}"`,
});

const CONTACT: Source = {
  kind: 'contact',
  table: 'Contact',
  alias: 'c',
  title: `coalesce(nullif(${contactNameSql('c')}, ''), c.id)`,
  subtitle: `CASE WHEN coalesce(c."firstName", '') || coalesce(c."lastName", '') <> '' THEN coalesce(c.email, c.phone)
    WHEN c.email IS NOT NULL THEN c.phone END`,
  searched: CONTACT_SEARCHED,
  newest: 'c."createdAt"',
  indexed: ['c.email'],
};

const OTHERS: readonly Source[] = [
  named('contactList', 'ContactList', 'l'),
  named('audienceSegment', 'AudienceSegment', 's'),
  named('form', 'Form', 'w'),
  {
    kind: 'order',
    table: 'Order',
    alias: 'o',
    title: 'coalesce(o.number, o."externalRef")',
    subtitle: 'coalesce(o.email, o.phone)',
    searched: fields('o.number', 'o."externalRef"', 'o.email', 'o.phone'),
    newest: 'o."placedAt"',
    indexed: ['lower(o.number)', 'o.email'],
  },
  {
    kind: 'conversation',
    table: 'Conversation',
    alias: 'v',
    title: `coalesce(nullif(v."senderName", ''), v.address)`,
    subtitle: 'v.preview',
    searched: 'v.searched',
    newest: 'v."lastMessageAt"',
    each: CONVERSATION_STATUSES.map((status) => `v.status = '${status}'`),
  },
  named('broadcast', 'Broadcast', 'b'),
  named('funnel', 'Funnel', 'f'),
  named('template', 'BroadcastTemplate', 't', 'updatedAt'),
  {
    kind: 'discountCode',
    table: 'DiscountCode',
    alias: 'd',
    title: 'd.code',
    subtitle: 'd.description',
    searched: fields('d.code', 'd.description'),
    newest: 'd."createdAt"',
    indexed: ['lower(d.code)'],
  },
  {
    kind: 'referralLink',
    table: 'ReferralLink',
    alias: 'r',
    title: 'r.code',
    subtitle: 'r."customerId"',
    searched: fields('r.code', 'r."customerId"'),
    newest: 'r."createdAt"',
    indexed: ['r.code', 'r."customerId"'],
  },
  {
    kind: 'blogPost',
    table: 'BlogPost',
    alias: 'p',
    title: 'p.title',
    subtitle: `'/' || p.slug`,
    searched: fields('p.title', 'p.slug'),
    newest: 'p."updatedAt"',
  },
  named('marketingCampaign', 'MarketingCampaign', 'm'),
  {
    kind: 'campaign',
    table: 'Brief',
    alias: 'k',
    title: 'k.title',
    subtitle: 'NULL',
    searched: fields('k.title'),
    newest: 'k."createdAt"',
  },
  named('program', 'Program', 'g'),
  {
    kind: 'collaboration',
    table: 'Collaboration',
    alias: 'n',
    title: 'n.name',
    subtitle: 'n.email',
    searched: fields('n.name', 'n.email'),
    newest: 'n."updatedAt"',
    indexed: ['n.email'],
  },
  {
    kind: 'integration',
    table: 'Integration',
    alias: 'i',
    title: 'i."displayName"',
    subtitle: 'i."externalId"',
    searched: fields('i."displayName"', 'i."externalId"'),
    newest: 'i."createdAt"',
  },
];

/** SQL of the last character: with it appended to a prefix, the upper bound of all texts with this prefix. */
const LAST = 'chr(1114111)';

/** The newest of a source, and what begins with the word. */
function candidatesOf(source: Source, word: string): string[] {
  const { table, alias, newest, each = ['true'], indexed = [] } = source;
  const from = `SELECT ${columnsOf(source)} FROM "${table}" ${alias} WHERE ${alias}."accountId" = ${THIS_WORKSPACE}`;
  return [
    ...each.map(
      (condition) => `${from} AND ${condition} ORDER BY ${newest} DESC, ${alias}.id DESC LIMIT ${LOOKED_THROUGH}`,
    ),
    ...indexed.map(
      (column) =>
        `${from} AND ${column} >= ${word} AND ${column} < ${word} || ${LAST} ORDER BY ${column} LIMIT ${CANDIDATES}`,
    ),
  ];
}

const columnsOf = ({ alias, title, subtitle, searched, newest }: Source): string =>
  `${alias}.id, ${title} AS title, ${subtitle} AS subtitle, ${searched} AS searched, ${newest} AS at`;

/** Two characters occur in too many contacts. So for older contacts, a field must begin with them. */
const hasWord = (word: string, placeholder: string): string[] =>
  Array.from(word).length < 3 ? [beginsWith(`lower(${placeholder}::text)`)] : searches(word, placeholder);

/**
 * @param words placeholders of the words, in lower case
 * @param whole placeholder of the whole query, as typed
 * @param contactHas conditions on a contact `c` that contains all words
 */
function textFor(words: readonly string[], whole: string, contactHas: readonly string[]): string {
  const [first = whole] = words;
  const inAll = words.map((word) => `strpos(x.searched, ${word}) > 0`).join(' AND ');
  const near = (source: Source): string =>
    `SELECT x.* FROM (${candidatesOf(source, first)
      .map((each) => `(${each})`)
      .join(' UNION ALL ')}) x WHERE ${inAll}`;
  const rareContacts = `SELECT ${columnsOf(CONTACT)} FROM "Contact" c
    WHERE c."accountId" = $1 AND ${contactHas.join(' AND ')} AND (SELECT count(*) FROM near) < ${SHOWN} OFFSET 0`;
  const branches = [CONTACT, ...OTHERS].map((source, place) => {
    const candidates = source === CONTACT ? `(SELECT * FROM near) UNION ALL (${rareContacts})` : near(source);
    return `(SELECT DISTINCT ON (rank, x.at, x.id) ${place} AS place, '${source.kind}' AS kind, x.id, x.title,
      x.subtitle, x.at,
        CASE WHEN strpos(E'\\n' || x.searched || E'\\n', E'\\n' || lower(${whole}) || E'\\n') > 0 THEN 0
          WHEN strpos(E'\\n' || x.searched, E'\\n' || ${first}) > 0 THEN 1 ELSE 2 END AS rank
      FROM (${candidates}) x ORDER BY rank, x.at DESC, x.id DESC LIMIT ${SHOWN})`;
  });
  return `WITH near AS MATERIALIZED (${near(CONTACT)}) SELECT f.kind, f.id, f.title, f.subtitle
    FROM (${branches.join(' UNION ALL ')}) f ORDER BY f.place, f.rank, f.at DESC, f.id DESC`;
}

/**
 * Returns up to five records of each kind that contain every word: whole names first, then names that begin with the
 * first word, then the rest, newest first. Words of one character are ignored; without a longer word nothing is found.
 */
export async function records(db: WorkspaceDb, { q }: { q: string }): Promise<RecordsOutput> {
  const words = q
    .split(/\s+/)
    .filter((word) => Array.from(word).length >= SHORTEST_WORD)
    .slice(0, MOST_WORDS);
  if (words.length === 0) return { items: [] };
  const values = [q.trim().replaceAll(/\s+/g, ' '), ...words];
  const placeholders = words.map((_, index) => `$${index + 3}`);
  // How rare the words are decides how contacts are found, so the plan is made for each call.
  const statement = composedStatement<FoundRecord>(
    textFor(
      placeholders.map((placeholder) => `lower(${placeholder}::text)`),
      '$2::text',
      words.flatMap((word, index) => hasWord(word, placeholders[index] ?? '')),
    ),
  );
  return { items: await db.rows(statement, ...values) };
}
