/**
 * Checks that the links of an e-mail answer (docs/contract/broadcasts.md#checks). Requests use the way out, which
 * refuses private networks at every hop. They carry no data of a person, and are few: at most 20 links, one check of a
 * workspace at a time.
 */
import { isUrl } from '@/server/platform/lib/is-url';
import { checkAddress } from '@/server/platform/lib/url-guard';
import { NotSentError, OutcomeUnknownError, type Transport } from '@/server/platform/vendors/provider';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check } from '@/server/modules/messaging/channels/checks-schema';

export const MOST_LINKS = 20;
/** Requests under way at once. */
const AT_ONCE = 10;
const REQUEST_MS = 3_000;
/** For all links of a message. */
const ALL_MS = 8_000;
/** By which a timer may come before its time. */
const EARLY_MS = 5;
const MOST_REDIRECTS = 5;
/** The longest body of an answer: its status is enough. */
const LONGEST_BODY = 1;
const HEADERS = { 'user-agent': 'Laris-link-check/1.0', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The statuses with which a shop that keeps robots out answers a program. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 429, 451, 999]);

type Verdict =
  | { kind: 'answered'; status: number }
  | { kind: 'not_https' | 'private' | 'redirects' | 'unreachable' | 'slow' | 'empty' };

export class LinkChecks {
  /** The last check of each workspace that is under way. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly transport: Pick<Transport, 'guarded'>,
    private readonly longestMs = { request: REQUEST_MS, all: ALL_MS },
  ) {}

  /**
   * Returns a finding for every link that does not answer, and the number of links that do. Runs for at most 8 seconds
   * and never fails.
   * @param links addresses as written, without duplicates
   */
  async of(accountId: string, links: readonly string[]): Promise<Check[]> {
    const deadline = performance.now() + this.longestMs.all;
    const before = this.turns.get(accountId) ?? Promise.resolve();
    const turn = before.then(() => this.tryAll(links, deadline));
    this.turns.set(accountId, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(accountId) === turn) this.turns.delete(accountId);
    }
  }

  private async tryAll(links: readonly string[], deadline: number): Promise<Check[]> {
    const wrong = links.flatMap((link) => asWritten(link) ?? []);
    const web = links.filter((link) => isWeb(link) && asWritten(link) === null);
    const tried = web.slice(0, MOST_LINKS);
    // Whoever waited for a colleague's test may have no time left: what was not asked for is not said to be slow.
    const checks = await eachOf(tried, AT_ONCE, async (link) =>
      performance.now() >= deadline ? ('untried' as const) : checkOf(link, await this.verdict(link, deadline)),
    );
    const untried = web.length - checks.filter((check) => check !== 'untried').length;
    const bad = checks.filter((check) => check !== null && check !== 'untried');
    const answered = web.length - untried - bad.length;
    return [
      ...wrong.slice(0, MOST_LINKS),
      ...bad,
      ...(untried > 0 ? [outcome('links_more', { count: String(untried) })] : []),
      ...(answered > 0 ? [outcome('links_ok', { count: String(answered) })] : []),
      ...(wrong.length === 0 && tried.length === 0 ? [outcome('links_none')] : []),
    ];
  }

  /** Sends HEAD first. If HEAD fails, GET decides, because not every server supports HEAD. */
  private async verdict(link: string, deadline: number): Promise<Verdict> {
    const head = await this.request('HEAD', link, deadline);
    const isFinal = head.kind === 'answered' ? head.status < 400 : head.kind !== 'slow' && head.kind !== 'unreachable';
    return isFinal ? head : await this.request('GET', link, deadline);
  }

  private async request(method: 'HEAD' | 'GET', link: string, all: number): Promise<Verdict> {
    const deadline = Math.min(performance.now() + this.longestMs.request, all);
    let { href } = new URL(link);
    for (let redirects = 0; ; redirects++) {
      if (!href.startsWith('https://')) return { kind: 'not_https' };
      const verdict = checkAddress(href.split('#')[0] ?? href);
      if (!verdict.ok) return { kind: verdict.isPrivate === true ? 'private' : 'empty' };
      const left = deadline - performance.now();
      if (left <= 0) return { kind: 'slow' };
      try {
        const { status, headers } = await this.transport.guarded(
          { method, url: verdict.url, headers: HEADERS },
          { timeoutMs: left, longestBody: LONGEST_BODY, redirects: 'answer' },
        );
        const { location } = headers;
        if (status < 300 || status >= 400 || location === undefined) return { kind: 'answered', status };
        if (!isUrl(location, href)) return { kind: 'empty' };
        if (redirects === MOST_REDIRECTS) return { kind: 'redirects' };
        href = new URL(location, href).href;
      } catch (error) {
        if (!(error instanceof NotSentError || error instanceof OutcomeUnknownError)) throw error;
        if (error instanceof NotSentError && error.final) return { kind: 'private' };
        return { kind: performance.now() >= deadline - EARLY_MS ? 'slow' : 'unreachable' };
      }
    }
  }
}

/** A tag in braces, also percent-encoded. */
const TAG = /\{[A-Za-z]\w*(?:\|[^{}]*)?\}|%7B[A-Za-z]\w*%7D/i;

/** Returns a fault of the address itself, before any request; null: no fault. */
function asWritten(link: string): Check | null {
  if (TAG.test(link)) return outcome('link_tag', { address: link }, { found: [link] });
  // A place in the e-mail itself.
  if (/^#./.test(link)) return null;
  return isUrl(link) ? null : outcome('link_empty', { address: link }, { found: [link] });
}

/** mailto, tel and the like lead to programs. */
const isWeb = (link: string): boolean => /^https?:/i.test(link);

function checkOf(address: string, verdict: Verdict): Check | null {
  const more = { found: [address] };
  if (verdict.kind !== 'answered') return outcome(`link_${verdict.kind}`, { address }, more);
  const values = { address, status: String(verdict.status) };
  if (verdict.status < 400) return null;
  if (REFUSALS.has(verdict.status)) return outcome('link_refuses', values, more);
  return outcome(verdict.status < 500 ? 'link_gone' : 'link_server_error', values, more);
}

/** Maps over items, so many at once, and keeps their order. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return results;
}
