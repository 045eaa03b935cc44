/**
 * What shops, spreadsheets and mail services call the columns of their files, in English and Indonesian, and what of a contact
 * each can stand for. The guess by them is contact-columns.ts'.
 */
import type { DayOrder } from '@/components/csv/days';
import type { Family } from '@/server/providers/catalog';

export const CONTACT_FIELDS = ['email', 'phone', 'fullName', 'firstName', 'lastName', 'externalRef', 'source'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Those that files of others know as well. */
export const USUAL_SUBSCRIPTIONS = [
  'email',
  'sms',
  'whatsapp',
  'telegram',
  'line',
  'push',
] as const satisfies readonly Family[];
/**
 * Those that our own file alone has a column for: with the usual ones all there are, which a test holds, for the catalogue itself
 * stays out of what the browser loads. Ads are no channel (docs/contract/pixels.md#conversions).
 */
export const OTHER_SUBSCRIPTIONS = [
  'slack',
  'discord',
  'facebook',
  'instagram',
  'threads',
  'tiktok',
  'x',
  'linkedin',
  'youtube',
  'webhook',
  'ads',
] as const satisfies readonly (Family | 'ads')[];
export const SUBSCRIPTION_FAMILIES = [...USUAL_SUBSCRIPTIONS, ...OTHER_SUBSCRIPTIONS] as const;

/** Of which a column can say that somebody opted out; `all` are the three whose opt-outs hold for the address. */
export const OPT_OUT_FAMILIES = ['email', 'sms', 'whatsapp', 'all'] as const;
export type OptOutFamily = (typeof OPT_OUT_FAMILIES)[number];

export const USUAL_HANDLES = [
  'telegram',
  'line',
  'instagram',
  'facebook',
  'tiktok',
  'x',
  'push',
] as const satisfies readonly Family[];
export const OTHER_HANDLES = [
  'slack',
  'discord',
  'threads',
  'linkedin',
  'youtube',
] as const satisfies readonly Family[];
export const HANDLE_FAMILIES = [...USUAL_HANDLES, ...OTHER_HANDLES] as const;

/** Parts of a contact of which several keys may stand in one cell. */
export const MAPS_IN_A_CELL = ['attributes', 'subscriptions', 'socialHandles'] as const;

export const ATTRIBUTE_TYPES = ['text', 'number', 'boolean', 'date'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export type Target =
  | { kind: 'ignore' }
  | { kind: 'field'; field: ContactField }
  | { kind: 'subscription'; family: (typeof SUBSCRIPTION_FAMILIES)[number] }
  /** Somebody who wants no messages: a date, a yes or a word for it makes `unsubscribed`, a no and an empty cell say nothing. */
  | { kind: 'optOut'; family: OptOutFamily }
  | { kind: 'handle'; family: (typeof HANDLE_FAMILIES)[number] }
  /** When the person agreed: it goes into the ledger of consent. */
  | { kind: 'since' }
  /** `order` is of a column of dates, where its dates leave it open. */
  | { kind: 'attribute'; key: string; type: AttributeType; order?: DayOrder }
  /** Several attributes, subscriptions or handles in one cell, as a JSON object: what our own file has beside its columns. */
  | { kind: (typeof MAPS_IN_A_CELL)[number] };

/** Names of each field, the more certain first: where two columns fit one field, the earlier name wins. */
export const FIELD_NAMES: Record<ContactField, readonly string[]> = {
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
    'firstname',
    'fname',
    'given name',
    'nama depan',
    'nama pertama',
    'nama panggilan',
    'panggilan',
    'nickname',
  ],
  lastName: [
    'last name',
    'lastname',
    'lname',
    'surname',
    'family name',
    'nama belakang',
    'nama akhir',
    'nama keluarga',
  ],
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

export const SUBSCRIPTION_NAMES: Record<(typeof USUAL_SUBSCRIPTIONS)[number], readonly string[]> = {
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
    'email marketing status',
    'email marketing',
    'email subscriber status',
    'email subscription status',
    'email permission status',
    'marketing status',
    'subscription status',
    'subscriber status',
    'subscribed to emails',
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
    'sms marketing status',
    'sms marketing',
    'sms subscriber status',
    'sms subscription status',
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
    'whatsapp marketing status',
    'whatsapp marketing',
    'whatsapp status',
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

export const HANDLE_NAMES: Record<(typeof USUAL_HANDLES)[number], readonly string[]> = {
  telegram: ['telegram', 'telegram id', 'id telegram', 'telegram chat id', 'chat id'],
  line: ['line', 'line id', 'id line', 'line user id'],
  instagram: ['instagram', 'ig', 'instagram username', 'username instagram', 'akun instagram'],
  facebook: ['facebook', 'fb', 'akun facebook', 'psid'],
  tiktok: ['tiktok', 'tik tok', 'akun tiktok', 'username tiktok'],
  x: ['twitter', 'x username', 'akun twitter'],
  push: ['push id', 'push token', 'onesignal id', 'fcm token'],
};

/** Attributes that are asked for so often that they get one name, whatever the file calls them. */
export const ATTRIBUTE_NAMES: Record<string, readonly string[]> = {
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

/** When somebody agreed, the more certain first: a confirmation counts for more than the wish. */
export const SINCE_NAMES: readonly string[] = [
  'confirm time',
  'optin time',
  'email marketing consent timestamp',
  'email consent timestamp',
  'consent timestamp',
  'sms consent timestamp',
  'consented at',
  'consent date',
  'opt in date',
  'opt in time',
  'optin date',
  'subscribed at',
  'subscription date',
  'subscribe date',
  'date subscribed',
  'tanggal persetujuan',
  'tanggal berlangganan',
  'tanggal langganan',
];

/** Columns of exports that say nothing of the person. */
export const IGNORED = new Set([
  'no',
  'nomor',
  'no urut',
  'row',
  'leid',
  'gmtoff',
  'dstoff',
  'optin ip',
  'confirm ip',
  'last changed',
  'identity hash',
  'account id',
]);

/** What a column is named that says who wants no messages, in small words. */
export const OPT_OUT_NAME =
  /\b(?:un ?sub(?:s\w*)?|opt(?:ed)? ?outs?|cleaned|clean (?:time|date|at)|(?:hard )?bounced?|suppress(?:ed|ions?)|(?:block|black) ?list(?:ed)?|email disabled|unreachable|complain(?:ed|ts?)|do not (?:contact|e?mail|call|sms|text)|berhenti|jangan (?:dihubungi|kirim)|tidak (?:mau|ingin) (?:dihubungi|email|sms|wa|whatsapp))\b/;
/** Of whatever channel: the person wants nothing. */
export const OPT_OUT_OF_ALL = /\b(?:do not contact|jangan dihubungi|tidak (?:mau|ingin) dihubungi)\b/;
/** Beside the opt-out: why and where it was said, and how often. */
export const OPT_OUT_DETAIL =
  /\b(?:reason|other|campaign|title|ids?|url|link|source|ip|count|total|rate|alasan|jumlah)\b/;

/** Who makes the file, and what its columns are. */
interface KnownFile {
  /** Columns that stand together in no other file. */
  by: readonly string[];
  columns: Readonly<Record<string, Target>>;
  /** The name of a service whose file leaves out who unsubscribed. */
  silent?: string;
}

const IGNORE: Target = { kind: 'ignore' };
const EMAIL_OPT_OUT: Target = { kind: 'optOut', family: 'email' };

/**
 * Files whose columns have names that say too little alone, such as `status`: known by columns that stand there together.
 * Read in the exporter's source: Ghost (ghost/core, the members' exporter and its tests), Keila (github.com/pentacent/keila,
 * lib/keila_web/helpers/contacts_csv_export.ex; a version without `External ID` too), SendPortal (github.com/mettle/sendportal-core,
 * SubscribersController, which writes nothing of who unsubscribed) and listmonk (github.com/knadh/listmonk, cmd/subscribers.go,
 * whose status is of the account and not of its lists).
 * Not verified, for no source is public: the columns of Mailchimp (three files of an audience: subscribed, unsubscribed, cleaned),
 * Klaviyo (a list or segment), Brevo (contacts) and Substack (subscribers). A name that no file has does no harm here.
 * The last is our own (contact-file.ts), which also has what nobody may write.
 */
export const KNOWN_FILES: readonly KnownFile[] = [
  {
    by: ['email address', 'leid', 'euid'],
    columns: {
      'unsub time': EMAIL_OPT_OUT,
      'clean time': EMAIL_OPT_OUT,
      'member rating': { kind: 'attribute', key: 'member_rating', type: 'number' },
      'unsub campaign title': IGNORE,
      'unsub campaign id': IGNORE,
      'clean campaign title': IGNORE,
      'clean campaign id': IGNORE,
      latitude: IGNORE,
      longitude: IGNORE,
    },
  },
  {
    by: ['email', 'subscribed to emails', 'complimentary plan'],
    columns: {
      'subscribed to emails': { kind: 'subscription', family: 'email' },
      'stripe customer id': IGNORE,
      'created at': IGNORE,
      'deleted at': IGNORE,
      'gift id': IGNORE,
    },
  },
  {
    by: ['email', 'first name', 'last name', 'data', 'status'],
    columns: { status: { kind: 'subscription', family: 'email' }, data: { kind: 'attributes' } },
  },
  {
    by: ['hash', 'email', 'first name', 'created at'],
    columns: { hash: IGNORE, 'created at': IGNORE, 'updated at': IGNORE },
    silent: 'SendPortal',
  },
  {
    by: ['uuid', 'email', 'name', 'attributes', 'status'],
    columns: {
      uuid: IGNORE,
      status: { kind: 'subscription', family: 'email' },
      'created at': IGNORE,
      'updated at': IGNORE,
    },
    silent: 'listmonk',
  },
  {
    by: ['email', 'klaviyo id'],
    columns: {
      'klaviyo id': IGNORE,
      'ip address': IGNORE,
      latitude: IGNORE,
      longitude: IGNORE,
      'email marketing status': { kind: 'subscription', family: 'email' },
      'sms marketing status': { kind: 'subscription', family: 'sms' },
      suppressed: EMAIL_OPT_OUT,
      'email suppressions': EMAIL_OPT_OUT,
    },
  },
  {
    by: ['email', 'sms', 'double opt in'],
    columns: {
      'contact id': IGNORE,
      'added time': IGNORE,
      'modified time': IGNORE,
      'ext id': { kind: 'field', field: 'externalRef' },
    },
  },
  {
    by: ['contact id', 'email', 'firstname', 'lastname'],
    columns: {
      'contact id': IGNORE,
      'added time': IGNORE,
      'modified time': IGNORE,
      'ext id': { kind: 'field', field: 'externalRef' },
    },
  },
  {
    by: ['email', 'active subscription', 'email disabled'],
    columns: { 'email disabled': EMAIL_OPT_OUT, 'created at': IGNORE },
  },
  {
    by: ['subscriptions email'],
    columns: {
      id: IGNORE,
      'created at': IGNORE,
      'updated at': IGNORE,
      subscriptions: { kind: 'subscriptions' },
      'social handles': { kind: 'socialHandles' },
    },
  },
];
