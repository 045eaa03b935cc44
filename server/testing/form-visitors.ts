/** A process in which people sign up by a form and confirm it, until it is killed: for server/modules/audience/forms/kill.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { openDatabase } from '@/server/platform/db/client';
import { now } from '@/server/platform/lib/clock';
import { confirm } from '@/server/modules/audience/forms/confirm';
import { openForm, submit } from '@/server/modules/audience/forms/submit';

export interface Person {
  formId: string;
  email: string;
  /** The stamp of the page that they opened: a browser that got no answer sends the same page again. */
  stamp: string;
}

/** A thing that one of them is through with. */
export type Done = Pick<Person, 'email'> & { kind: string };

interface Order {
  accountId: string;
  people: Person[];
}

const SIDE_BY_SIDE = 4;
const settings = loadSettings(process.env);
const database = openDatabase(settings.databaseUrl, { name: 'test' });

async function signUp({ accountId }: Order, { formId, email, stamp }: Person): Promise<void> {
  const opened = await openForm({ database }, formId, now());
  if (opened === null) throw new Error('There is no such form.');
  const { db, form } = opened;
  const by = { ip: '192.0.2.1', userAgent: 'test' };
  const sent = { sent: { email }, stamp, trap: '', origin: null, language: 'en' as const, ...by };
  const { kind } = await submit(db, { settings }, form, sent);
  process.send?.({ email, kind } satisfies Done);
  const [waiting] = await database.prisma.formSubmission.findMany({ where: { accountId, email } });
  if (waiting === undefined) throw new Error('What was answered is not there.');
  const confirmed = await confirm(database, { accountId, submissionId: waiting.id }, by, now());
  process.send?.({ email, kind: `confirmed ${confirmed?.kind}` } satisfies Done);
}

process.on('message', (order: Order) => {
  const left = [...order.people];
  const next = async (): Promise<void> => {
    for (let person = left.shift(); person !== undefined; person = left.shift()) await signUp(order, person);
  };
  void Promise.all(Array.from({ length: SIDE_BY_SIDE }, next)).then(() => process.exit(0));
});
process.send?.('ready');
