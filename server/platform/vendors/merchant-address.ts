/** The common part of the providers that call an address of the merchant's own: Slack, Discord, the generic webhook. */
import { checkAddress } from '@/server/platform/lib/url-guard';
import { outcomeOf, reasonOf, type Reading } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Connection, Outcome, Provider, VendorAnswer } from '@/server/platform/vendors/provider';

/**
 * Applies the rules of webhook endpoints when a channel is connected (docs/contract/webhooks.md#addresses). Any host is
 * allowed, because other services use Slack's or Discord's format too.
 */
export const checkCredential =
  (key: string): NonNullable<Provider['check']> =>
  ({ credentials }) => {
    const verdict = checkAddress(credentials[key] ?? '');
    return verdict.ok ? [] : [[`credentials.${key}`, verdict.reason]];
  };

/** The statuses of an address that is gone, or that accepts nothing from us. */
const CLOSED = new Set([401, 403, 404, 410]);

/** Like outcomeOf, but explains a redirect that the transport does not follow. */
export function addressOutcome(
  provider: ProviderId,
  connection: Connection,
  answer: VendorAnswer,
  reading: Reading,
): Outcome {
  if (answer.status < 300 || answer.status >= 400)
    return outcomeOf(provider, connection, answer, {
      ...reading,
      ofChannel: (_body, { status }) => CLOSED.has(status),
    });
  return {
    kind: 'failed',
    reason: reasonOf(
      provider,
      connection,
      `The address answers with a redirect (HTTP ${answer.status}), which would lose the message. Enter the address that it leads to.`,
    ),
  };
}
