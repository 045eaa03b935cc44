import type { Target } from '@/components/csv/contact-targets';

/** The maker of a file, and its columns. */
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
 * Files whose columns have names that say too little alone, such as `status`: known by columns that stand there
 * together. Read in the exporter's source: Ghost (ghost/core, the members' exporter and its tests), Keila
 * (github.com/pentacent/keila, lib/keila_web/helpers/contacts_csv_export.ex; a version without `External ID` too),
 * SendPortal (github.com/mettle/sendportal-core, SubscribersController, which writes nothing of who unsubscribed) and
 * listmonk (github.com/knadh/listmonk, cmd/subscribers.go, whose status is of the account and not of its lists). Not
 * verified, for no source is public: the columns of Mailchimp (three files of an audience: subscribed, unsubscribed,
 * cleaned), Klaviyo (a list or segment), Brevo (contacts) and Substack (subscribers). A name that no file has does no
 * harm here. The last is our own (contact-file.ts), which also has what nobody may write.
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
