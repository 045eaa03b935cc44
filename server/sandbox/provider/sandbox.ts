/**
 * The sandbox (docs/contract/broadcasts.md#sandbox): stands in for the vendors. It takes what an adapter would send,
 * keeps it for the outbox, and answers as the vendor's documentation says, or as the rule on its page does. Nothing
 * leaves the machine.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';
import { now as clock } from '@/server/platform/lib/clock';
import { checkAddress, isPublicAddress, literalOf } from '@/server/platform/lib/url-guard';
import {
  NotSentError,
  OutcomeUnknownError,
  type Connection,
  type OutgoingMessage,
  type Provider,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { SandboxRecorder } from '@/server/sandbox/provider/sandbox-recorder';
import { shownRequest } from '@/server/sandbox/provider/sandbox-request';
import { systemLookup, type Lookup } from '@/server/platform/vendors/lookup';
import type { SandboxRuleKind } from '@/server/sandbox/vocabulary';

/** One message that the worker is about to hand over. */
export interface Handover {
  accountId: string;
  provider: Provider;
  /** Its secrets are kept out of what is recorded. */
  connection: Connection;
  /** As it is given to provider.send. */
  message: OutgoingMessage;
}

export interface SandboxOptions {
  database: Database;
  /** The name look-up of the guard, as in the real transport. */
  lookup?: Lookup;
  now?: () => Date;
  /** From 0 up to 1, for the recipients' moods. */
  random?: () => number;
}

const plain = (status: number, body: string, headers: Record<string, string> = {}): VendorAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** The answers of a mail server in the place of HTTP: refused for good, and come again. */
const MAIL_CODES = new Map([
  [400, 554],
  [429, 451],
  [503, 421],
]);

/** Returns the answer of a vendor that does not take a message. */
function refusal(rule: Exclude<SandboxRuleKind, 'accept'>): VendorAnswer {
  switch (rule) {
    case 'refuse':
      return plain(400, 'Refused by the sandbox, as its page says.');
    case 'throttle':
      return plain(429, 'Too many requests: throttled by the sandbox, as its page says.', { 'retry-after': '2' });
    case 'unavailable':
      return plain(503, 'Unavailable: the sandbox, as its page says.');
    case 'unanswered':
      throw new OutcomeUnknownError('The sandbox did not answer, as its page says.');
  }
}

/** One for a worker: hand-overs at the same time share their writes. */
export class Sandbox {
  private readonly recorder: SandboxRecorder;

  constructor(private readonly options: SandboxOptions) {
    this.recorder = new SandboxRecorder(options.database, options.now ?? clock, options.random ?? Math.random);
  }

  /** The transport for one hand-over: what it is asked for is that message. */
  transport(handover: Handover): Transport {
    return {
      request: (request) => this.take(handover, request),
      mail: async ({ server, from, to, message }) => {
        await this.requirePublic(`https://${server.host}/`);
        const answer = await this.take(handover, {
          method: 'POST',
          url: `${server.security === 'tls' ? 'smtps' : 'smtp'}://${server.host}:${server.port}`,
          headers: { 'MAIL FROM': `<${from}>`, 'RCPT TO': `<${to}>` },
          ...(message !== null && { body: message.toString('utf8') }),
        });
        return { code: MAIL_CODES.get(answer.status) ?? answer.status, text: answer.body, after: 'data' };
      },
      guarded: async (request) => {
        await this.requirePublic(request.url);
        return await this.take(handover, request);
      },
    };
  }

  /**
   * The rules for merchants' addresses hold here too; a name that does not resolve is let through, for nothing leaves.
   */
  private async requirePublic(address: string): Promise<void> {
    const verdict = checkAddress(address);
    if (!verdict.ok) throw new NotSentError(`The address ${verdict.reason}.`, true);
    const { hostname } = new URL(verdict.url);
    const literal = literalOf(hostname);
    const addresses = literal === null ? await this.lookUp(hostname) : [literal];
    if (!addresses.every(isPublicAddress))
      throw new NotSentError('The address leads to a private or local network.', true);
  }

  private async lookUp(hostname: string): Promise<string[]> {
    const { lookup = systemLookup } = this.options;
    try {
      return (await lookup(hostname)).map(({ address }) => address);
    } catch {
      return [];
    }
  }

  private async take(
    { accountId, provider, connection, message }: Handover,
    request: VendorRequest,
  ): Promise<VendorAnswer> {
    const aside = provider.sandbox.aside?.(request) ?? null;
    if (aside !== null) return aside;
    const { rule, providerMessageId } = await this.recorder
      .record({
        accountId,
        channelId: connection.channelId,
        provider: provider.id,
        messageId: message.id,
        recipient: message.recipient,
        providerMessageId: randomUUID(),
        content: message.content,
        headers: message.headers ?? {},
        request: shownRequest(provider.id, connection, request),
      })
      .catch((error: unknown) => {
        // Nothing was taken: the worker tries again once the database is back.
        throw new NotSentError(error instanceof Error ? error.message : 'The outbox could not be written.');
      });
    return rule === 'accept' ? provider.sandbox.accepted(providerMessageId) : refusal(rule);
  }
}
