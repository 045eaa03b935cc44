/**
 * kill -9 of two processes while people sign up and confirm (docs/contract/forms.md#sending): whoever had an answer is
 * there once, with all that hangs on it, and whoever sends the same page again too.
 */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { killAll } from '@/server/testing/chaos';
import { makeChannel } from '@/server/testing/factories/messaging';
import type { Done, Person } from '@/server/testing/form-visitors';
import { makeForm, stampFrom, WORDING } from '@/server/testing/forms';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';

const KILLS = times(4, 10);
/** As many as one network may send to a form. */
const EACH = 20;
const FORMS = times(8, 20);
const CONFIRMED = 'confirmed done';

const server = useServer();
const program = useProgram('server/testing/form-visitors.ts');

it('loses nobody and doubles nothing', async () => {
  const { database, settings } = server.services;
  const { prisma } = database;
  const { accountId } = await server.makeTenant();
  await makeChannel(server.services, accountId);
  const formIds = await Promise.all(Array.from({ length: FORMS }, () => makeForm(database, accountId)));
  const people: Person[] = formIds.flatMap((formId, form) =>
    Array.from({ length: EACH }, (_, n) => ({
      formId,
      email: `p${form}-${n}@example.test`,
      stamp: stampFrom(server, formId),
    })),
  );
  const answered = new Set<string>();
  const through = new Set<string>();
  const start = async () => {
    const child = await program.start({
      DATABASE_URL: settings.databaseUrl,
      APP_SECRET: settings.appSecrets[0],
      UNSUBSCRIBE_SECRET: 'u'.repeat(40),
    });
    child.on('message', ({ email, kind }: Done) => {
      if (kind === CONFIRMED) through.add(email);
      else {
        expect(kind).toBe('done');
        answered.add(email);
      }
    });
    return child;
  };
  /** People who are not through yet. */
  const rest = () => ({ accountId, people: people.filter(({ email }) => !through.has(email)) });
  // Both are at the same people: a page that was sent again while its first try is still on the way.
  const stoppedAt = await killAll({
    kills: KILLS,
    atOnce: () => 2,
    start,
    word: rest,
    done: () => through.size,
    all: people.length,
    momentMs: 60,
    withinMs: 30_000,
    async afterEach() {
      // Each person who had an answer is there, whatever came after.
      expect(await prisma.formSubmission.count({ where: { accountId, email: { in: [...answered] } } })).toBe(
        answered.size,
      );
      expect(
        await prisma.formSubmission.count({ where: { accountId, email: { in: [...through] }, confirmedAt: null } }),
      ).toBe(0);
    },
  });
  // The kills came while there was something to do.
  expect(stoppedAt.filter((count) => count < people.length).length).toBeGreaterThan(1);
  const last = await start();
  last.send(rest());
  await once(last, 'exit');

  expect(through.size).toBe(people.length);
  const emails = people.map(({ email }) => email).toSorted();
  const submissions = await prisma.formSubmission.findMany({ where: { accountId } });
  expect(submissions.map(({ email }) => email).toSorted()).toEqual(emails);
  const contacts = await prisma.contact.findMany({ where: { accountId } });
  expect(contacts.map(({ email }) => email).toSorted()).toEqual(emails);
  expect(contacts.map(({ subscriptions }) => subscriptions)).toEqual(contacts.map(() => ({ email: 'subscribed' })));
  const mails = await prisma.marketingMessage.findMany({ where: { accountId, submissionId: { not: null } } });
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(emails);
  // The ledger: asked once, agreed once, in the words that were shown.
  const entries = await prisma.consentEntry.findMany({ where: { accountId }, orderBy: { position: 'asc' } });
  for (const { id } of contacts)
    expect(entries.filter(({ contactId }) => contactId === id)).toMatchObject([
      { from: null, to: 'pending', by: 'form', source: { wording: WORDING } },
      { from: 'pending', to: 'subscribed', by: 'form', source: { wording: WORDING } },
    ]);
  const days = await prisma.formDay.aggregate({ where: { accountId }, _sum: { submissions: true, confirmed: true } });
  expect(days._sum).toEqual({ submissions: people.length, confirmed: people.length });
});
