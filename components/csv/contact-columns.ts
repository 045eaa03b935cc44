/**
 * Which part of a contact a column of a file stands for: guessed from its name, in English and Indonesian and as
 * Shopify, Mailchimp, Klaviyo, listmonk, Tokopedia and Shopee name theirs, else from what stands in it.
 */
import type { ColumnSummary } from '@/components/csv/inspect';
import type { Family } from '@/server/providers/catalog';

export const CONTACT_FIELDS = ['email', 'phone', 'fullName', 'firstName', 'lastName', 'externalRef', 'source'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

export const SUBSCRIPTION_FAMILIES = [
  'email',
  'sms',
  'whatsapp',
  'telegram',
  'line',
  'push',
] as const satisfies readonly Family[];
export const HANDLE_FAMILIES = [
  'telegram',
  'line',
  'instagram',
  'facebook',
  'tiktok',
  'x',
  'push',
] as const satisfies readonly Family[];

export const ATTRIBUTE_TYPES = ['text', 'number', 'boolean'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export type Target =
  | { kind: 'ignore' }
  | { kind: 'field'; field: ContactField }
  | { kind: 'subscription'; family: (typeof SUBSCRIPTION_FAMILIES)[number] }
  | { kind: 'handle'; family: (typeof HANDLE_FAMILIES)[number] }
  | { kind: 'attribute'; key: string; type: AttributeType }
  /** Several attributes in one cell, as a JSON object: what our own file has beside its columns. */
  | { kind: 'attributes' };

/** One for each column, in the order of the file. */
export type Mapping = Target[];

/** `No. HP (aktif)` and `noHpAktif` are the same words. */
export const wordsOf = (header: string): string =>
  header
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace('whats app', 'whatsapp')
    .trim();

/** Names of each field, the more certain first: where two columns fit one field, the earlier name wins. */
const FIELD_NAMES: Record<ContactField, readonly string[]> = {
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'alamat email',
    'alamat e mail',
    'surel',
    'alamat surel',
    'pos el',
    'mail',
    'customer email',
    'email pelanggan',
    'email customer',
    'email pembeli',
    'buyer email',
    'contact email',
    'billing email',
  ],
  phone: [
    'phone',
    'phone number',
    'no hp',
    'nomor hp',
    'hp',
    'no handphone',
    'nomor handphone',
    'handphone',
    'no whatsapp',
    'nomor whatsapp',
    'whatsapp',
    'whatsapp number',
    'no wa',
    'nomor wa',
    'wa',
    'no telepon',
    'nomor telepon',
    'telepon',
    'no telp',
    'nomor telp',
    'telp',
    'no tlp',
    'tlp',
    'no telpon',
    'nomor telpon',
    'telpon',
    'no ponsel',
    'nomor ponsel',
    'ponsel',
    'mobile',
    'mobile number',
    'mobile phone',
    'cell',
    'cell phone',
    'telephone',
    'tel',
    'sms phone number',
    'sms',
    'customer phone',
    'no telepon pembeli',
    'no telp pembeli',
    'nomor telepon pembeli',
    'no hp pembeli',
    'buyer phone',
    'no telepon penerima',
    'no telp penerima',
    'nomor telepon penerima',
    'recipient phone',
    'billing phone',
    'shipping phone',
    'default address phone',
  ],
  fullName: [
    'name',
    'full name',
    'nama',
    'nama lengkap',
    'nama pelanggan',
    'nama customer',
    'customer name',
    'customer',
    'pelanggan',
    'nama kontak',
    'contact name',
    'nama pembeli',
    'buyer name',
    'nama penerima',
    'recipient name',
    'billing name',
    'shipping name',
    'display name',
  ],
  firstName: [
    'first name',
    'fname',
    'given name',
    'nama depan',
    'nama pertama',
    'nama panggilan',
    'panggilan',
    'nickname',
  ],
  lastName: ['last name', 'lname', 'surname', 'family name', 'nama belakang', 'nama akhir', 'nama keluarga'],
  externalRef: [
    'external ref',
    'external id',
    'customer id',
    'id pelanggan',
    'kode pelanggan',
    'no pelanggan',
    'nomor pelanggan',
    'customer number',
    'member id',
    'id member',
    'no member',
    'nomor anggota',
    'id customer',
    'user id',
    'buyer id',
    'euid',
    'id',
  ],
  source: ['source', 'sumber', 'asal', 'asal kontak', 'lead source', 'signup source', 'sumber data'],
};

const SUBSCRIPTION_NAMES: Record<(typeof SUBSCRIPTION_FAMILIES)[number], readonly string[]> = {
  email: [
    'accepts email marketing',
    'email marketing consent',
    'accepts marketing',
    'email subscription',
    'email subscribed',
    'subscriptions email',
    'subscription',
    'subscribed',
    'email status',
    'newsletter',
    'email opt in',
    'opt in',
    'optin',
    'marketing consent',
    'langganan email',
    'berlangganan email',
    'langganan',
    'berlangganan',
    'status langganan',
    'status email',
    'buletin',
    'terima email',
    'mau email',
  ],
  sms: [
    'accepts sms marketing',
    'sms marketing consent',
    'sms subscription',
    'sms subscribed',
    'subscriptions sms',
    'sms status',
    'sms opt in',
    'langganan sms',
    'berlangganan sms',
    'status sms',
    'terima sms',
  ],
  whatsapp: [
    'accepts whatsapp marketing',
    'whatsapp subscription',
    'whatsapp subscribed',
    'subscriptions whatsapp',
    'whatsapp opt in',
    'wa opt in',
    'langganan whatsapp',
    'langganan wa',
    'berlangganan whatsapp',
    'berlangganan wa',
    'status whatsapp',
    'terima whatsapp',
    'terima wa',
  ],
  telegram: ['subscriptions telegram', 'telegram opt in', 'langganan telegram'],
  line: ['subscriptions line', 'line opt in', 'langganan line'],
  push: ['subscriptions push', 'push opt in', 'push subscribed'],
};

const HANDLE_NAMES: Record<(typeof HANDLE_FAMILIES)[number], readonly string[]> = {
  telegram: ['telegram', 'telegram id', 'id telegram', 'telegram chat id', 'chat id'],
  line: ['line', 'line id', 'id line', 'line user id'],
  instagram: ['instagram', 'ig', 'instagram username', 'username instagram', 'akun instagram'],
  facebook: ['facebook', 'fb', 'akun facebook', 'psid'],
  tiktok: ['tiktok', 'tik tok', 'akun tiktok', 'username tiktok'],
  x: ['twitter', 'x username', 'akun twitter'],
  push: ['push id', 'push token', 'onesignal id', 'fcm token'],
};

/** Attributes that are asked for so often that they get one name, whatever the file calls them. */
const ATTRIBUTE_NAMES: Record<string, readonly string[]> = {
  city: [
    'city',
    'kota',
    'kabupaten',
    'kota kabupaten',
    'kab kota',
    'kabupaten kota',
    'kota asal',
    'domisili',
    'town',
    'default address city',
    'billing city',
    'shipping city',
    'address city',
  ],
  province: [
    'province',
    'provinsi',
    'state',
    'region',
    'default address province code',
    'billing province',
    'shipping province',
  ],
  country: ['country', 'negara', 'cc', 'default address country code', 'billing country', 'shipping country'],
  birthday: [
    'birthday',
    'birth date',
    'birthdate',
    'date of birth',
    'dob',
    'tanggal lahir',
    'tgl lahir',
    'ulang tahun',
    'tanggal ulang tahun',
  ],
  gender: ['gender', 'sex', 'jenis kelamin', 'kelamin'],
  company: ['company', 'perusahaan', 'kantor', 'nama perusahaan', 'default address company', 'organization'],
};

/** Columns of exports that say nothing of the person. */
const IGNORED = new Set([
  'no',
  'nomor',
  'no urut',
  'row',
  'leid',
  'gmtoff',
  'dstoff',
  'optin ip',
  'confirm ip',
  'optin time',
  'confirm time',
  'last changed',
  'identity hash',
  'account id',
]);

/**
 * Files whose columns have names that say too little alone, such as `status`: known by columns that stand there together.
 * listmonk: github.com/knadh/listmonk cmd/subscribers.go. Klaviyo: an export of a list or segment.
 */
const KNOWN_FILES: readonly { by: readonly string[]; columns: Readonly<Record<string, Target>> }[] = [
  {
    by: ['uuid', 'email', 'name', 'attributes', 'status'],
    columns: {
      uuid: { kind: 'ignore' },
      status: { kind: 'subscription', family: 'email' },
      'created at': { kind: 'ignore' },
      'updated at': { kind: 'ignore' },
    },
  },
  {
    by: ['email', 'klaviyo id'],
    columns: {
      'klaviyo id': { kind: 'ignore' },
      'ip address': { kind: 'ignore' },
      latitude: { kind: 'ignore' },
      longitude: { kind: 'ignore' },
      'email marketing status': { kind: 'subscription', family: 'email' },
      'sms marketing status': { kind: 'subscription', family: 'sms' },
    },
  },
];

/** What the file's kind says of its columns, by their words. */
function knownFile(columns: readonly ColumnSummary[]): Readonly<Record<string, Target>> {
  const words = new Set(columns.map(({ header }) => wordsOf(header)));
  return KNOWN_FILES.find(({ by }) => by.every((name) => words.has(name)))?.columns ?? {};
}

interface Candidate {
  target: Target;
  /** Place of its name in the list of names; the smaller is the more certain. */
  rank: number;
}

const keyOf = (target: Target): string =>
  target.kind === 'field'
    ? target.field
    : target.kind === 'subscription' || target.kind === 'handle'
      ? `${target.kind}.${target.family}`
      : '';

/** Names are looked up; a list of every name, made once. */
const BY_NAME: ReadonlyMap<string, Candidate> = (() => {
  const known = new Map<string, Candidate>();
  const learn = (names: readonly string[], target: Target) => {
    for (const [rank, name] of names.entries()) if (!known.has(name)) known.set(name, { target, rank });
  };
  for (const field of CONTACT_FIELDS) learn(FIELD_NAMES[field], { kind: 'field', field });
  for (const family of SUBSCRIPTION_FAMILIES) learn(SUBSCRIPTION_NAMES[family], { kind: 'subscription', family });
  for (const family of HANDLE_FAMILIES)
    learn([`social handles ${family}`, ...HANDLE_NAMES[family]], { kind: 'handle', family });
  return known;
})();

const ATTRIBUTE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(ATTRIBUTE_NAMES).flatMap(([key, names]) => names.map((name) => [name, key] as const)),
);

/** Below every name, for what only the values say. */
const BY_CONTENT = 1000;
/** Of the filled cells, how many have to look like it. */
const MOSTLY = 0.8;

function candidateOf(column: ColumnSummary, known: Readonly<Record<string, Target>>): Candidate | null {
  const name = wordsOf(column.header);
  const told = known[name];
  if (told !== undefined) return told.kind === 'ignore' ? null : { target: told, rank: 0 };
  const exact = BY_NAME.get(name);
  // “Email (2)” is an e-mail column too, only a less certain one.
  const again = exact ?? BY_NAME.get(name.replace(/ \d+$/, ''));
  // A column named “WhatsApp” that holds yes and no is about the subscription.
  if (
    again?.target.kind === 'field' &&
    again.target.field === 'phone' &&
    column.phones + column.scientific === 0 &&
    areSubscriptions(column)
  ) {
    return {
      target: { kind: 'subscription', family: /\b(wa|whatsapp)\b/.test(name) ? 'whatsapp' : 'sms' },
      rank: BY_CONTENT,
    };
  }
  if (again) return exact ? again : { ...again, rank: again.rank + 0.5 };
  if (column.filled === 0) return null;
  if (column.emails / column.filled >= MOSTLY) return { target: { kind: 'field', field: 'email' }, rank: BY_CONTENT };
  const phoneLike = column.phones + column.scientific;
  if (
    phoneLike / column.filled >= MOSTLY &&
    /\b(hp|wa|whatsapp|telp?|tlp|telepon|phone|mobile|ponsel|handphone|kontak|contact)\b/.test(name)
  )
    return { target: { kind: 'field', field: 'phone' }, rank: BY_CONTENT };
  return null;
}

const areSubscriptions = ({ filled, words }: ColumnSummary): boolean =>
  filled > 0 && words !== null && words.every((word) => readSubscription(word) !== null);

/**
 * The guess for every column. No field is guessed twice: where two columns fit, the more certain name wins, then the
 * first column, and the other one becomes an attribute.
 */
export function guessMapping(columns: readonly ColumnSummary[]): Mapping {
  const known = knownFile(columns);
  const candidates = columns.map((column) => candidateOf(column, known));
  const winners = new Map<string, number>();
  for (const [at, candidate] of candidates.entries()) {
    if (candidate === null) continue;
    const key = keyOf(candidate.target);
    const holder = winners.get(key);
    // An empty column never takes the place of one that has something.
    const rank = (of: number): number => (candidates[of]?.rank ?? 0) + (columns[of]?.filled === 0 ? BY_CONTENT * 2 : 0);
    if (holder === undefined || rank(at) < rank(holder)) winners.set(key, at);
  }
  // With first and last name there, the full name says nothing more.
  const hasParts = winners.has('firstName');
  const keys = new Set<string>();
  return columns.map((column, at) => {
    const candidate = candidates[at];
    if (column.filled === 0) return { kind: 'ignore' };
    const own = ownTarget(column.header);
    if (own !== null) {
      if (own.kind === 'attribute') keys.add(own.key);
      return own;
    }
    if (
      candidate &&
      winners.get(keyOf(candidate.target)) === at &&
      !(hasParts && keyOf(candidate.target) === 'fullName')
    )
      return candidate.target;
    if (candidate && keyOf(candidate.target) === 'fullName') return { kind: 'ignore' };
    const words = wordsOf(column.header);
    return IGNORED.has(words) || known[words]?.kind === 'ignore' ? { kind: 'ignore' } : attributeFor(column, keys);
  });
}

/** Heads of our own file (contact-file.ts) say what they are. */
export const OWN_ATTRIBUTES = 'attributes';
export const ownHeader = ({ key, type }: { key: string; type: AttributeType }): string =>
  `${OWN_ATTRIBUTES}.${key}${type === 'text' ? '' : `:${type}`}`;

function ownTarget(header: string): Target | null {
  if (header === OWN_ATTRIBUTES) return { kind: 'attributes' };
  const [, key, named = 'text'] = /^attributes\.([^.:]+)(?::([a-z]+))?$/.exec(header) ?? [];
  const type = ATTRIBUTE_TYPES.find((known) => known === named);
  return key === undefined || type === undefined ? null : { kind: 'attribute', key, type };
}

/** The column as an attribute of its own name. @param taken keys that other columns have; the new one is added */
export function attributeFor(column: ColumnSummary, taken: Set<string>): Target & { kind: 'attribute' } {
  const name = wordsOf(column.header);
  const stem = (ATTRIBUTE_BY_NAME.get(name) ?? name.replaceAll(' ', '_').slice(0, 60)) || 'column';
  let key = stem;
  for (let times = 2; taken.has(key); times++) key = `${stem}_${times}`;
  taken.add(key);
  return { kind: 'attribute', key, type: typeOf(column) };
}

function typeOf({ filled, notNumbers, words }: ColumnSummary): AttributeType {
  if (filled > 0 && notNumbers === 0 && !(words?.every((word) => word === '0' || word === '1') ?? false))
    return 'number';
  return filled > 0 && words !== null && words.every((word) => readBoolean(word) !== null) ? 'boolean' : 'text';
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'ya', 'iya', 'benar', 'on', 'x', '✓', '✔']);
const NO = new Set(['no', 'n', 'false', 'f', '0', 'tidak', 'tdk', 'bukan', 'salah', 'off']);

/** Null: neither a yes nor a no. */
export function readBoolean(value: string): boolean | null {
  const word = value.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

const SUBSCRIBED = new Set([
  'subscribed',
  'subscribe',
  'berlangganan',
  'langganan',
  'aktif',
  'active',
  'opt in',
  'opted in',
  'setuju',
  'confirmed',
  'enabled',
]);
const UNSUBSCRIBED = new Set([
  'unsubscribed',
  'unsubscribe',
  'non subscribed',
  'not subscribed',
  'berhenti',
  'berhenti berlangganan',
  'tidak berlangganan',
  'nonaktif',
  'tidak aktif',
  'inactive',
  'opt out',
  'opted out',
  'tidak setuju',
  'cleaned',
  'bounced',
  'redacted',
  'archived',
  'disabled',
  'blocklisted',
  'suppressed',
]);
/** `never subscribed`: nobody has asked, so nobody has refused either. */
const PENDING = new Set([
  'pending',
  'menunggu',
  'tertunda',
  'unconfirmed',
  'belum konfirmasi',
  'never subscribed',
  'unspecified',
]);

/** How a file says whether somebody wants messages; null: it cannot be told. */
export function readSubscription(value: string): 'subscribed' | 'unsubscribed' | 'pending' | null {
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  if (SUBSCRIBED.has(word)) return 'subscribed';
  if (UNSUBSCRIBED.has(word)) return 'unsubscribed';
  if (PENDING.has(word)) return 'pending';
  const answer = readBoolean(value);
  return answer === null ? null : answer ? 'subscribed' : 'unsubscribed';
}
