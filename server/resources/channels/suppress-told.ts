/**
 * What a vendor's callback says of an address holds for the address (docs/contract/channels.md#callbacks): hard
 * bounces, complaints, unsubscribes.
 */
import type { WorkspaceDb } from '@/server/db/workspace';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import type { CallbackEvent } from '@/server/providers/provider';
import { lockContacts } from '@/server/resources/contacts/lock';
import { applyOptOuts } from '@/server/resources/contacts/suppress';

type Reason = 'bounce' | 'complaint' | 'recipient';

const REASONS = { complaint: 'complaint', unsubscribe: 'recipient' } as const;

/** Families whose addresses belong to a person beyond the channel. */
const isAddressed = (family: string): family is 'email' | 'sms' | 'whatsapp' =>
  family === 'email' || family === 'sms' || family === 'whatsapp';

/** The address as suppressions and contacts have it; undefined when it is none. */
function addressOf(family: 'email' | 'sms' | 'whatsapp', recipient: string): string | undefined {
  if (family === 'email')
    return recipient.includes('@') && !recipient.includes('\0') ? recipient.trim().toLowerCase() : undefined;
  const digits = recipient.replace(/\D/g, '');
  return digits.length < 7 || digits.length > 15 ? undefined : `+${digits}`;
}

/** @param told.bounced recipients of messages that bounced for good */
export async function suppressTold(
  db: WorkspaceDb,
  provider: ProviderId,
  told: { bounced: readonly string[]; events: readonly CallbackEvent[] },
): Promise<void> {
  const { family } = providerEntry(provider);
  // A handle belongs to one channel family: its opt-out stands at its contacts and conversations (inbox/stop.ts).
  if (!isAddressed(family)) return;
  const reasons = new Map<string, Reason>();
  const add = (recipient: string, reason: Reason): void => {
    const address = addressOf(family, recipient);
    if (address !== undefined) reasons.set(address, reason);
  };
  for (const recipient of told.bounced) add(recipient, 'bounce');
  for (const event of told.events)
    if (event.kind === 'complaint' || event.kind === 'unsubscribe') add(event.recipient, REASONS[event.kind]);
  if (reasons.size === 0) return;
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    for (const by of ['bounce', 'complaint', 'recipient'] as const) {
      const suppressed = [...reasons]
        .filter(([, reason]) => reason === by)
        .map(([address, reason]) => ({ family, address, reason }));
      if (suppressed.length > 0)
        await applyOptOuts(tx, { begun: suppressed, closed: suppressed }, { by, source: { provider } });
    }
  });
}
