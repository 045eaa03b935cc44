/** Content snapshots, made ready once for all their messages: cut at merge tags and where the unsubscribe link goes. */
import type { Pool } from 'pg';
import { readContents } from '@/server/delivery/queue';
import type { Family } from '@/server/providers/catalog';
import { missingKeys, type FamilyContent } from '@/server/resources/broadcasts/content';
import { cutText, fillIn, tagsIn, type MergeValues } from '@/server/resources/broadcasts/merge-tags';
import {
  cutForLink,
  hasUnsubscribeLink,
  linkHtml,
  linkText,
  mentionsUnsubscribe,
} from '@/server/resources/broadcasts/unsubscribe-link';

export interface UnsubscribeLink {
  url: string;
  label: string;
}

/** What differs from one message of a content to the next. */
export interface Personal {
  values: MergeValues;
  /** E-mail only; null for tests. */
  link: UnsubscribeLink | null;
}

export interface ReadyContent {
  /** The keys without which it cannot be sent; empty when it can. */
  missing: string[];
  render(personal: Personal): FamilyContent;
}

type Render = (personal: Personal) => unknown;

/** A text that is the same for everybody is itself; one with tags is filled in. */
function textRender(text: string, as: 'html' | 'text', mergeTags: boolean): Render {
  if (!mergeTags || tagsIn(text).known.length === 0) return () => text;
  const cut = cutText(text);
  return ({ values }) => fillIn(cut, values, as);
}

/** Every text in a free-form value. */
function deepRender(value: unknown): Render {
  if (typeof value === 'string') return textRender(value, 'text', true);
  if (typeof value !== 'object' || value === null || tagsIn(value).known.length === 0) return () => value;
  if (Array.isArray(value)) {
    const items = value.map(deepRender);
    return (personal) => items.map((item) => item(personal));
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, deepRender(inner)] as const);
  return (personal) => Object.fromEntries(entries.map(([key, inner]) => [key, inner(personal)]));
}

function emailRender(content: FamilyContent, mergeTags: boolean): (personal: Personal) => FamilyContent {
  // The block document is the composer's; what is sent of it is the HTML and text that it was compiled to.
  const { blocks: _blocks, html, text, ...rest } = content;
  const parts: [key: string, render: Render][] = Object.entries(rest).map(([key, value]) => [
    key,
    typeof value === 'string' ? textRender(value, 'text', mergeTags) : () => value,
  ]);
  if (typeof html === 'string' && html !== '') {
    const cut = hasUnsubscribeLink(html) ? { before: html, after: null } : cutForLink(html);
    const before = textRender(cut.before, 'html', mergeTags);
    const after = textRender(cut.after ?? '', 'html', mergeTags);
    parts.push([
      'html',
      (personal) =>
        String(before(personal)) +
        (cut.after === null || personal.link === null ? '' : linkHtml(personal.link.url, personal.link.label)) +
        String(after(personal)),
    ]);
  }
  if (typeof text === 'string' && text !== '') {
    const body = textRender(text, 'text', mergeTags);
    const linked = mentionsUnsubscribe(text);
    parts.push([
      'text',
      (personal) =>
        String(body(personal)) +
        (linked || personal.link === null ? '' : linkText(personal.link.url, personal.link.label)),
    ]);
  }
  return (personal) => Object.fromEntries(parts.map(([key, render]) => [key, render(personal)]));
}

/** @param mergeTags whether EXTENSIONS has merge-tags (4 §L) */
export function makeReady(family: Family, content: FamilyContent, mergeTags: boolean): ReadyContent {
  const missing = missingKeys(family, content);
  if (family === 'email') return { missing, render: emailRender(content, mergeTags) };
  // A webhook's content is data for a program.
  if (!mergeTags || family === 'webhook') return { missing, render: () => content };
  const render = deepRender(content);
  return { missing, render: (personal) => render(personal) as FamilyContent };
}

const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** Keeps what was used last, bounded. */
export class ContentCache {
  private readonly entries = new Map<string, { ready: ReadyContent; size: number }>();
  private size = 0;

  constructor(
    private readonly pool: Pool,
    private readonly mergeTags: boolean,
  ) {}

  /** The contents with these ids, of one workspace and family; one that does not exist is missing in the answer. */
  async get(accountId: string, family: Family, ids: ReadonlySet<string>): Promise<Map<string, ReadyContent>> {
    const found = new Map<string, ReadyContent>();
    const unknown: string[] = [];
    for (const id of ids) {
      const entry = this.entries.get(`${accountId} ${id}`);
      if (entry === undefined) unknown.push(id);
      else {
        // Used last, forgotten last.
        this.entries.delete(`${accountId} ${id}`);
        this.entries.set(`${accountId} ${id}`, entry);
        found.set(id, entry.ready);
      }
    }
    if (unknown.length > 0) {
      for (const { id, content } of await readContents(this.pool, accountId, unknown))
        found.set(id, this.add(`${accountId} ${id}`, family, content));
    }
    return found;
  }

  private add(key: string, family: Family, content: Record<string, unknown>): ReadyContent {
    const ready = makeReady(family, content, this.mergeTags);
    const size = JSON.stringify(content).length;
    this.entries.set(key, { ready, size });
    this.size += size;
    for (const [oldest, entry] of this.entries) {
      if (this.entries.size <= MOST_ENTRIES && this.size <= MOST_CHARACTERS) break;
      this.entries.delete(oldest);
      this.size -= entry.size;
    }
    return ready;
  }
}
