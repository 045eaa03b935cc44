/**
 * DNS look-ups for one check (docs/contract/channels.md#checking-the-domain), all finished within 3 seconds. Each name
 * is asked for once. Names of private networks are not asked for, because a server's own resolver may know them.
 */
import { Resolver } from 'node:dns/promises';
import { isPublicName } from '@/server/platform/lib/url-guard';
import { at } from '@/server/platform/vendors/json';

/**
 * `none`: the name exists, but has no such record. `absent`: neither the name nor any name below it exists (RFC 8020).
 * `unknown`: no answer.
 */
export type Answer<Of> = { kind: 'found'; records: Of[] } | { kind: 'none' } | { kind: 'absent' } | { kind: 'unknown' };

export interface MailServer {
  exchange: string;
  priority: number;
}

export const TIMEOUT_MS = 3_000;
/** The most look-ups in one check. The vendor with most selectors and a long SPF record need about 40. */
const MOST_QUESTIONS = 80;
/** The most records of one name, and the most characters of one record. */
const MOST_RECORDS = 50;
const LONGEST_RECORD = 4_096;
const LONGEST_NAME = 253;
/** Labels of a host, of a selector (with an underscore), or of both. */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export interface QuestionsOptions {
  /** The name servers to ask, e.g. in tests; absent: the system's name servers. */
  servers?: readonly string[];
}

export class Questions {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  private readonly asked = new Map<string, Promise<Answer<unknown>>>();
  private readonly timer: NodeJS.Timeout;
  private isOver = false;
  /** The questions that got no answer, and why, for the operator of this server. */
  readonly unanswered: { type: string; name: string; reason: string }[] = [];

  constructor({ servers }: QuestionsOptions = {}) {
    if (servers !== undefined) this.resolver.setServers(servers);
    // Several name servers are asked one after the other, each for as long as the resolver waits.
    this.timer = setTimeout(() => this.close(), TIMEOUT_MS);
  }

  /** A record's strings count as one text (RFC 7208 §3.3, RFC 6376 §3.6.2.2). */
  async text(name: string): Promise<Answer<string>> {
    const answer = await this.ask('TXT', name, () => this.resolver.resolveTxt(name));
    return answer.kind === 'found'
      ? { kind: 'found', records: answer.records.map((strings) => strings.join('').slice(0, LONGEST_RECORD)) }
      : answer;
  }

  /** Returns the mail servers in the order in which senders try them. */
  async mail(name: string): Promise<Answer<MailServer>> {
    const answer = await this.ask('MX', name, () => this.resolver.resolveMx(name));
    return answer.kind === 'found'
      ? { kind: 'found', records: answer.records.toSorted((a, b) => a.priority - b.priority) }
      : answer;
  }

  address(name: string): Promise<Answer<string>> {
    return this.ask('A', name, () => this.resolver.resolve4(name));
  }

  /** IPv4 and, where there is none, IPv6: `none` or `absent` is a name without either. */
  async host(name: string): Promise<Answer<string>> {
    const answer = await this.address(name);
    return answer.kind === 'none' ? this.ask('AAAA', name, () => this.resolver.resolve6(name)) : answer;
  }

  /** Returns the name that a name leads to. */
  alias(name: string): Promise<Answer<string>> {
    return this.ask('CNAME', name, () => this.resolver.resolveCname(name));
  }

  /** Gives up what is under way. */
  close(): void {
    clearTimeout(this.timer);
    this.isOver = true;
    this.resolver.cancel();
  }

  private ask<Of>(type: string, name: string, question: () => Promise<Of[]>): Promise<Answer<Of>> {
    if (name.length > LONGEST_NAME || !NAME.test(name) || !isPublicName(name))
      return Promise.resolve({ kind: 'absent' });
    const key = `${type} ${name}`;
    const known = this.asked.get(key) as Promise<Answer<Of>> | undefined;
    if (known !== undefined) return known;
    const unknown = (reason: string): Answer<Of> => {
      this.unanswered.push({ type, name, reason });
      return { kind: 'unknown' };
    };
    if (this.isOver || this.asked.size === MOST_QUESTIONS)
      return Promise.resolve(unknown(this.isOver ? 'the time was over' : 'too many questions'));
    const answer = answerOf(question, unknown);
    this.asked.set(key, answer);
    return answer;
  }
}

async function answerOf<Of>(
  question: () => Promise<Of[]>,
  unknown: (reason: string) => Answer<Of>,
): Promise<Answer<Of>> {
  try {
    const records = await question();
    return records.length === 0 ? { kind: 'none' } : { kind: 'found', records: records.slice(0, MOST_RECORDS) };
  } catch (error) {
    const code = at(error, 'code');
    if (code === 'ENODATA') return { kind: 'none' };
    return code === 'ENOTFOUND' ? { kind: 'absent' } : unknown(String(code));
  }
}
