/** What two people made of the same beginning. */
import { describe, expect, it } from 'vitest';
import { differing, mergeEdits, takeTheirs } from '@/components/ui/editing/merge';
import { changesOf, same } from '@/components/ui/editing/same';

const base = { title: 'A', tags: ['x'], content: { email: { subject: 'S', html: '<p>' }, sms: { body: 'B' } } };

describe('two versions of one beginning', () => {
  it('take each field from the side that changed it', () => {
    const mine = { ...base, title: 'Mine' };
    const theirs = { ...base, tags: ['x', 'y'], content: { ...base.content, sms: { body: 'Theirs' } } };
    expect(mergeEdits(base, mine, theirs)).toEqual({
      merged: { title: 'Mine', tags: ['x', 'y'], content: { ...base.content, sms: { body: 'Theirs' } } },
      conflicts: [],
    });
  });

  it('ask about a field that both changed, at its place, and about no other', () => {
    const mine = { ...base, content: { ...base.content, email: { subject: 'Mine', html: '<b>' } } };
    const theirs = { ...base, content: { ...base.content, email: { subject: 'Theirs', html: '<p>' } } };
    const { merged, conflicts } = mergeEdits(base, mine, theirs);
    expect(conflicts).toEqual([{ path: ['content', 'email', 'subject'], mine: 'Mine', theirs: 'Theirs' }]);
    expect(merged).toEqual(mine);
    expect(takeTheirs(merged, conflicts)).toEqual({
      ...base,
      content: { ...base.content, email: { subject: 'Theirs', html: '<b>' } },
    });
  });

  it('agree where both did the same, whatever the order of keys', () => {
    const done = { ...base, content: { sms: { body: 'B' }, email: { html: '<i>', subject: 'S' } } };
    const other = { ...base, content: { email: { subject: 'S', html: '<i>' }, sms: { body: 'B' } } };
    expect(mergeEdits(base, done, other).conflicts).toEqual([]);
    expect(same(done, other)).toBe(true);
  });
});

it('sends only what differs', () => {
  expect(changesOf(base, { ...base, title: 'B', tags: ['x'] })).toEqual({ title: 'B' });
});

it('shows of two texts what differs, with words around it', () => {
  const long = 'word '.repeat(40);
  const [mine, theirs] = differing(`${long}one${long}`, `${long}two${long}`);
  expect([mine.differs, theirs.differs]).toEqual(['one', 'two']);
  expect(mine.before).toMatch(/^….{60}$/);
  expect(mine.after).toMatch(/^.{60}…$/);
  expect(differing('same', 'same')[0]).toEqual({ before: 'same', differs: '', after: '' });
});
