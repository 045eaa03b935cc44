/** The subscriptions that an import reads from columns about consent and opt-outs. */
import { describe, expect, test } from 'vitest';
import {
  guessMapping,
  readOptOut,
  readSubscription,
  silentService,
  ignoredOptOuts,
  type Mapping,
} from '@/components/csv/contact-columns';
import { contactOf } from '@/components/csv/contact-rows';
import { OPT_OUT_FILES } from '@/e2e/support/opt-out-files';
import { columnsOf, rowsOf, guess } from '@/components/csv/testing';

test.each([
  ['Ya', 'subscribed'],
  ['yes', 'subscribed'],
  ['TRUE', 'subscribed'],
  ['1', 'subscribed'],
  ['Subscribed', 'subscribed'],
  ['berlangganan', 'subscribed'],
  ['Tidak', 'unsubscribed'],
  ['no', 'unsubscribed'],
  ['false', 'unsubscribed'],
  ['unsubscribed', 'unsubscribed'],
  ['Non-Subscribed', 'unsubscribed'],
  ['cleaned', 'unsubscribed'],
  ['pending', 'pending'],
  ['mungkin', null],
])('the cell %s is read as %s', (value, state) => {
  expect(readSubscription(value)).toBe(state);
});

describe('who wants no messages', () => {
  test.each(OPT_OUT_FILES)('a file of $service', async ({ content, people }) => {
    const rows = await rowsOf(content);
    expect(rows.map(({ problem }) => problem)).toEqual(rows.map(() => null));
    expect(rows.map(({ contact }) => contact.subscriptions ?? {})).toEqual(Object.values(people));
    expect(ignoredOptOuts(await columnsOf(content), guessMapping(await columnsOf(content)))).toEqual([]);
  });

  test('a consent that was withdrawn is proved by no date', async () => {
    const [first, second] = OPT_OUT_FILES.map(({ content }) => content);
    expect(await rowsOf(first!)).toMatchObject([{ since: '2019-05-02T03:06:00.000Z' }]);
    expect((await rowsOf(second!)).map(({ since }) => since)).toEqual([undefined]);
  });

  test.each([
    ['Unsubscribed At', '2024-01-02 03:04:05', 'optOut.email'],
    ['unsubscribe_date', '02/01/2024', 'optOut.email'],
    ['is_unsubscribed', 'true', 'optOut.email'],
    ['Opt-out', 'Yes', 'optOut.email'],
    ['hs_email_optout', 'true', 'optOut.email'],
    ['Unsubscribed from all email', 'Yes', 'optOut.email'],
    ['Email Suppressions', '["HARD_BOUNCE", "UNSUBSCRIBED"]', 'optOut.email'],
    ['bounced', '1', 'optOut.email'],
    ['Cleaned', 'Feb 3, 2024 10:00 am', 'optOut.email'],
    ['emailBlacklisted', 'TRUE', 'optOut.email'],
    ['SMS Opt Out', 'ya', 'optOut.sms'],
    ['Berhenti berlangganan', 'ya', 'optOut.email'],
    ['Berhenti WA', 'ya', 'optOut.whatsapp'],
    ['Jangan dihubungi', 'ya', 'optOut.all'],
    ['Email Status', 'unsubscribed', 'subscriptions.email'],
    ['Email permission status', 'Unsubscribed', 'subscriptions.email'],
    ['Status', 'bounced', 'subscriptions.email'],
    ['emailStatus', 'nonSubscribed', 'subscriptions.email'],
    // Named like one, and not about messages.
    ['Unsub Reason', 'too many', 'attributes.unsub_reason'],
    ['Unsubscribe URL', 'https://example.test/u', 'attributes.unsubscribe_url'],
    ['Status', 'aktif', 'attributes.status'],
  ])('the column %s with %s is %s', async (header, value, target) => {
    expect(await guess(`Email,${header}\na@b.id,"${value.replaceAll('"', '""')}"\n`)).toEqual(['email', target]);
  });

  test('without an e-mail in the file an opt-out is of the phone', async () => {
    expect(await guess('No HP,Unsubscribed\n08123456789,ya\n')).toEqual(['phone', 'optOut.all']);
  });

  test('an opt-out is stricter than a consent beside it, whichever stands first', () => {
    const mapping: Mapping = [
      { kind: 'optOut', family: 'email' },
      { kind: 'subscription', family: 'email' },
      { kind: 'optOut', family: 'email' },
    ];
    for (const cells of [
      ['ya', 'subscribed', ''],
      ['', 'subscribed', '2024-01-01'],
      ['no', 'unsubscribed', 'no'],
    ])
      expect(contactOf(cells, mapping, 'id').contact).toEqual({ subscriptions: { email: 'unsubscribed' } });
    expect(contactOf(['no', 'subscribed', ''], mapping, 'id').contact).toEqual({
      subscriptions: { email: 'subscribed' },
    });
    expect(contactOf(['no', '', ''], mapping, 'id').contact).toEqual({});
    expect(contactOf(['maybe', '', ''], mapping, 'id').problem).toBe('SUBSCRIPTION_UNREADABLE');
  });

  test('columns that are named like opt-outs and become something else are asked about', async () => {
    const columns = await columnsOf('Email,Unsub Reason,Unsubscribed\na@b.id,spam,ya\n');
    const mapping = guessMapping(columns);
    expect(ignoredOptOuts(columns, mapping)).toEqual([]);
    const ignored: Mapping = mapping.map((target) => (target.kind === 'optOut' ? { kind: 'ignore' } : target));
    expect(ignoredOptOuts(columns, ignored)).toEqual([1, 2]);
    const unreadable = await columnsOf('Email,Unsubscribed\na@b.id,mungkin\n');
    expect(ignoredOptOuts(unreadable, guessMapping(unreadable))).toEqual([1]);
  });

  test('an export of Keila, also of a version without External ID', async () => {
    const columns = await columnsOf(
      'Email,First name,Last name,Data,Status\na@b.id,A,B,"{""city"":""Medan""}",active\n',
    );
    expect(guessMapping(columns).slice(3)).toEqual([{ kind: 'attributes' }, { kind: 'subscription', family: 'email' }]);
  });

  test('services whose files leave it out are known', async () => {
    expect(silentService(await columnsOf('id,hash,email,first_name,last_name,created_at\n1,a,a@b.id,A,,\n'))).toBe(
      'SendPortal',
    );
    expect(silentService(await columnsOf('Email,Name\na@b.id,A\n'))).toBeUndefined();
  });

  test.each([
    ['0000-00-00 00:00:00', 'in'],
    ['false', 'in'],
    ['none', 'in'],
    ['2024-01-02T03:04:05Z', 'out'],
    ['1/2/2024', 'out'],
    ['yes', 'out'],
    ['subscribed', 'in'],
    ['NEVER', 'in'],
    ['USER_SUPPRESSED', 'out'],
    ['mungkin', null],
    ['12', null],
  ])('the opt-out %s is %s', (value, read) => {
    expect(readOptOut(value)).toBe(read);
  });
});
