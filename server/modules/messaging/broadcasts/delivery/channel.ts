/** An opened channel, with everything that all its messages share. */
import { CHANNEL_INACTIVE, type Claimed, type Marked } from '@/server/modules/messaging/broadcasts/delivery/queue';
import type { ChannelRow } from '@/server/modules/messaging/broadcasts/delivery/channel-row';
import type { Settings } from '@/server/platform/env';
import { now } from '@/server/platform/lib/clock';
import { toE164 } from '@/server/platform/lib/phone';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import type { Connection, Outcome, OutgoingMessage, Provider, Transport } from '@/server/platform/vendors/provider';
import { dayInWords } from '@/server/platform/lib/day-in-words';
import { zoneOf } from '@/server/platform/lib/local-time';
import { mergeValuesOf } from '@/server/modules/messaging/broadcasts/merge-values';
import type { ReadyContent } from '@/server/modules/messaging/broadcasts/render-content';
import { unsubscribeLabel } from '@/server/platform/email/unsubscribe-link';
import { addressesOf } from '@/server/modules/messaging/broadcasts/tracking-token';
import { unsubscribeUrl } from '@/server/modules/messaging/broadcasts/unsubscribe-token';

export interface OpenChannel {
  id: string;
  accountId: string;
  /** The sealed credentials: they show whether the connection is still the same. */
  credentials: string;
  /** The channel's lastError at the time when it was opened. */
  lastError: string | null;
  provider: ProviderId;
  family: Family;
  /** The vendor's stated rate; null: none, or the sandbox. */
  perSecond: number | null;
  /** Hand-overs under way at once. */
  concurrency: number;
  /** The vendor drops a repeated request. */
  idempotent: boolean;
  /** Why the channel cannot send any message; null: it can. */
  refusal: string | null;
  /**
   * A message's recipient in the vendor's format. The addresses of contacts and conversations have it already; the
   * address of a test is as a person typed it.
   */
  addressOf(message: Pick<Claimed, 'recipient' | 'contactId' | 'conversationId'>): {
    address: string;
    refusal: string | null;
  };
  handOver(message: Claimed & { address: string; content: ReadyContent }, marked: Marked): Promise<Outcome>;
}

export interface ChannelDependencies {
  settings: Settings;
  adapterOf: (provider: ProviderId) => Provider | undefined;
  /** Messages a second that may go; null: as many as can. */
  rateOf: (entry: ProviderEntry) => number | null;
  /** Hand-overs under way at once, of a channel at the rate above. */
  concurrencyAt: (perSecond: number | null) => number;
  transportFor: (handover: {
    accountId: string;
    provider: Provider;
    connection: Connection;
    message: OutgoingMessage;
  }) => Transport;
}

/** Enough for a vendor without a stated rate. */
const CONCURRENCY = 64;
const LEAST_CONCURRENCY = 4;
const MOST_CONCURRENCY = 128;

export const concurrencyAt = (perSecond: number | null): number =>
  perSecond === null ? CONCURRENCY : Math.min(MOST_CONCURRENCY, Math.max(LEAST_CONCURRENCY, Math.ceil(perSecond)));

const NO_NUMBER = 'The recipient is not a valid phone number.';

function addressIn({ family, perBroadcast }: ProviderEntry, country: string): OpenChannel['addressOf'] {
  const isPhone = family === 'sms' || family === 'whatsapp';
  return ({ recipient, contactId, conversationId }) => {
    const isKnown = contactId !== null || conversationId !== null;
    // Numbers of contacts were read before, perhaps by a release that let others pass. A conversation may be with what
    // is no number.
    const isRead = isKnown && isPhone && (conversationId === null || recipient.startsWith('+'));
    const known = isRead ? toE164(recipient, country) : recipient;
    if (known === null) return { address: recipient, refusal: NO_NUMBER };
    if (isKnown || perBroadcast === true) return { address: known, refusal: null };
    const typed = recipient.trim();
    if (family === 'email') return { address: typed.toLowerCase(), refusal: null };
    if (!isPhone) return { address: typed, refusal: null };
    const number = toE164(typed.replace(/^whatsapp:/i, ''), country);
    return number === null ? { address: typed, refusal: NO_NUMBER } : { address: number, refusal: null };
  };
}

/** The connection, or why there is none. */
function connectionOf(settings: Settings, row: ChannelRow): Connection | string {
  if (row.status !== 'active') return CHANNEL_INACTIVE;
  try {
    return openConnection(settings, row);
  } catch {
    // The error's words may say what key sealed it; that is for the operator's log, where the caller puts it.
    return 'The keys of the channel cannot be read. Connect it again.';
  }
}

/**
 * Headers of RFC 2369 and RFC 8058: a link for the mail program's own unsubscribe button, which calls the link without
 * opening a page.
 */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export function openChannel(dependencies: ChannelDependencies, row: ChannelRow): OpenChannel {
  const { settings, adapterOf, rateOf, transportFor } = dependencies;
  const entry = providerEntry(row.provider);
  const adapter = adapterOf(row.provider);
  const connection = connectionOf(settings, row);
  const perSecond = rateOf(entry);
  const label = unsubscribeLabel(row.country);
  const trackedAddresses = addressesOf(settings);
  return {
    id: row.id,
    accountId: row.accountId,
    credentials: row.credentials,
    lastError: row.lastError,
    provider: row.provider,
    family: entry.family,
    perSecond,
    concurrency: dependencies.concurrencyAt(perSecond),
    idempotent: entry.idempotent,
    refusal:
      typeof connection === 'string'
        ? connection
        : adapter === undefined
          ? `${entry.label} cannot send messages.`
          : null,
    addressOf: addressIn(entry, row.country),
    async handOver(message, marked) {
      if (typeof connection === 'string' || adapter === undefined) throw new Error(`Channel ${row.id} is not open.`);
      const isTest = message.campaignId === null && message.funnelId === null;
      const url =
        entry.family === 'email' && !isTest
          ? unsubscribeUrl(settings, { accountId: row.accountId, messageId: message.id })
          : null;
      const outgoing: OutgoingMessage = {
        id: message.id,
        recipient: message.address,
        content: message.content.render({
          values: {
            ...mergeValuesOf(marked, row.accountName),
            ...(marked.discountEndsAt !== null && {
              discountExpiresAt: dayInWords(marked.discountEndsAt, zoneOf(marked.timezone, row.timeZone), row.country),
            }),
          },
          link: url === null ? null : { url, label },
          tracked: message.content.isTracked
            ? trackedAddresses({ accountId: row.accountId, messageId: message.id })
            : null,
        }),
        ...(url === null ? {} : { headers: unsubscribeHeaders(url) }),
        lastInboundAt: marked.lastInboundAt,
        now: now(),
      };
      return await adapter.send(
        outgoing,
        connection,
        transportFor({ accountId: row.accountId, provider: adapter, connection, message: outgoing }),
      );
    },
  };
}
