/** Steps of one transaction are one change, and nothing else is. */
import { expect, it } from 'vitest';
import { fold, type Noted } from '@/server/platform/outbox/fold';
import { listEvents, memberEvents } from '@/server/modules/audience/contact-lists/events';

let id = 0n;
const note = (some: Partial<Noted>): Noted => ({
  id: ++id,
  table: listEvents,
  operation: 'update',
  subjectId: 'l1',
  transaction: 1n,
  before: null,
  after: null,
  at: new Date(Number(id)),
  listeners: ['e1'],
  attempts: 0,
  ...some,
});
const rowsOf = (notes: Noted[]) => fold(notes).map(({ key, row }) => [key, row.operation, row.before, row.after]);
const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

it.each([
  ['made and changed', [{ after: a }, { before: a, after: b }], ['insert', null, b]],
  [
    'changed twice',
    [
      { before: a, after: b },
      { before: b, after: c },
    ],
    ['update', a, c],
  ],
  ['changed and deleted', [{ before: a, after: b }, { before: b }], ['delete', a, null]],
  ['deleted and made again', [{ before: a }, { after: b }], ['update', a, b]],
])('%s', (_name, steps, expected) => {
  const notes = steps.map(note);
  expect(rowsOf(notes)).toEqual([['l1', ...expected]]);
  expect(fold(notes)[0]).toMatchObject({ ids: notes.map((each) => each.id), at: notes.at(-1)?.at });
});

it('made and deleted is nothing', () => {
  expect(rowsOf([note({ after: a }), note({ before: a })])).toEqual([]);
});

it('keeps transactions, subjects, tables and rows of a subject apart, in the order of their first notes', () => {
  const member = { table: memberEvents, subjectId: 'c1' };
  const notes = [
    note({ after: a }),
    note({ after: a, subjectId: 'l2' }),
    note({ ...member, after: { listId: 'l1', contactId: 'c1' } }),
    note({ ...member, after: { listId: 'l2', contactId: 'c1' } }),
    note({ before: a, after: b }),
    note({ before: b, after: c, transaction: 2n }),
  ];
  expect(rowsOf(notes).map(([key, operation]) => [key, operation])).toEqual([
    ['l1', 'insert'],
    ['l2', 'insert'],
    ['l1 c1', 'insert'],
    ['l2 c1', 'insert'],
    ['l1', 'update'],
  ]);
});
