/** Drafts in the browser's storage: whose they are, how long and how many, and what they never hold. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Store from '@/components/ui/editing/draft-store';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROOM = 3_000_000;

/** The browser's storage, with an end. */
class Memory implements Storage {
  private readonly items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key = (at: number): string | null => [...this.items.keys()][at] ?? null;
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  removeItem = (key: string): void => void this.items.delete(key);
  clear = (): void => this.items.clear();
  setItem = (key: string, value: string): void => {
    const used = [...this.items].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
    if (used + value.length > ROOM) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  };
  text = (): string => [...this.items.values()].join('\n');
}

let storage: Memory;
let store: typeof Store;
const place = { workspaceId: 'w1', userId: 'u1', kind: 'post', record: 'p1' };
const draft = (title: string, at = new Date()) => ({ at: at.toISOString(), base: { title: '' }, values: { title } });

beforeEach(async () => {
  storage = new Memory();
  vi.stubGlobal('window', { localStorage: storage });
  vi.resetModules();
  store = await import('@/components/ui/editing/draft-store');
});

describe('a draft', () => {
  it('is found by the same person, in the same workspace, at the same record, and by nobody else', () => {
    store.writeDraft(place, draft('A'));
    expect(store.readDraft(place)?.values).toEqual({ title: 'A' });
    for (const other of [{ userId: 'u2' }, { workspaceId: 'w2' }, { kind: 'template' }, { record: null }])
      expect(store.readDraft({ ...place, ...other })).toBeNull();
  });

  it('is gone after two weeks', () => {
    store.writeDraft(place, draft('A', new Date(Date.now() - 13.9 * DAY_MS)));
    expect(store.readDraft(place)).not.toBeNull();
    store.writeDraft(place, draft('A', new Date(Date.now() - 14.1 * DAY_MS)));
    expect(store.readDraft(place)).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('makes room: of more than forty the oldest go, and one that is too large is not kept', () => {
    for (let at = 0; at < 45; at++)
      store.writeDraft({ ...place, record: `p${at}` }, draft(`${at}`, new Date(Date.now() - (45 - at) * 1000)));
    expect(storage.length).toBe(40);
    expect(store.readDraft({ ...place, record: 'p4' })).toBeNull();
    expect(store.readDraft({ ...place, record: 'p5' })).not.toBeNull();
    store.writeDraft({ ...place, record: 'large' }, draft('x'.repeat(2_000_000)));
    expect(store.readDraft({ ...place, record: 'large' })).toBeNull();
  });

  it('takes the place of older ones when the storage is full', () => {
    for (let at = 0; at < 29; at++)
      store.writeDraft(
        { ...place, record: `p${at}` },
        draft('x'.repeat(100_000), new Date(Date.now() - (45 - at) * 1000)),
      );
    store.writeDraft({ ...place, record: 'new' }, draft('y'.repeat(200_000)));
    expect(store.readDraft({ ...place, record: 'new' })).not.toBeNull();
    expect(store.readDraft({ ...place, record: 'p0' })).toBeNull();
  });

  it('of something else in its place, or that is no draft, is not one', () => {
    storage.setItem('laris:draft:u1:w1:post:p1', '{"half":');
    expect(store.readDraft(place)).toBeNull();
    storage.setItem('laris:draft:u1:w1:post:p1', '{"at":"2026-01-01","values":7}');
    expect(store.readDraft(place)).toBeNull();
  });

  it('goes with every other of the person who signs out, and none is written after', () => {
    const theirs = { ...place, userId: 'u2' };
    store.writeDraft(place, draft('A'));
    store.writeDraft({ ...place, workspaceId: 'w2' }, draft('A'));
    store.writeDraft(theirs, draft('B'));
    store.forgetDraftsOf('u1');
    store.writeDraft(place, draft('C'));
    expect(storage.length).toBe(1);
    expect(store.readDraft(theirs)).not.toBeNull();
  });
});

describe('a secret', () => {
  const values = {
    name: 'A',
    note: 'hush-declared',
    credentials: { apiKey: 'hush-1' },
    config: { fromEmail: 'a@b.example', webhookSecret: 'hush-2' },
    adPixelACapiAccessToken: 'hush-3',
    blocks: [{ password: 'hush-4', text: 'T' }],
  };

  it('is never written, whether declared or known by its name', () => {
    store.writeDraft(
      place,
      { at: new Date().toISOString(), base: values, values, before: { at: '', base: values, values } },
      ['note'],
    );
    expect(storage.text()).toContain('a@b.example');
    expect(storage.text()).not.toContain('hush');
    // An editor that declares none may have one all the same.
    store.writeDraft(place, { at: new Date().toISOString(), base: values, values });
    expect(storage.text()).toContain('hush-declared');
    expect(storage.text()).not.toMatch(/hush-\d/);
  });

  it('stays in the fields as it stands there when a draft is restored', () => {
    const kept = store.withoutSecrets({ ...values, name: 'B' }, ['note']);
    expect(store.withSecretsOf(values, kept)).toEqual({
      ...values,
      name: 'B',
      blocks: [{ text: 'T' }],
    });
  });
});
