/**
 * Suppresses addresses for which a vendor reports a hard bounce, a complaint or an unsubscribe
 * (docs/contract/channels.md#callbacks).
 */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { CallbackEvent } from '@/server/platform/vendors/provider';
import { recipientOf } from '@/server/platform/vendors/recipient';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';
import { ADDRESS_FAMILIES } from '@/server/modules/audience/contacts/vocabulary';
import { namesOf } from '@/server/modules/audience/contacts/whatsapp-people';

type Reason = 'bounce' | 'complaint' | 'recipient';

const REASONS = { complaint: 'complaint', unsubscribe: 'recipient' } as const;

/** @param reported.bounced recipients of messages that bounced for good */
export async function suppressReported(
  db: WorkspaceDb,
  provider: ProviderId,
  reported: { bounced: readonly string[]; events: readonly CallbackEvent[] },
): Promise<void> {
  const family = ADDRESS_FAMILIES.find((each) => each === providerEntry(provider).family);
  // A handle of another family belongs to one channel: its opt-out stands at its contacts and conversations
  // (inbox/stop.ts).
  if (family === undefined) return;
  const reasons = new Map<string, Reason>();
  const add = (recipient: string | undefined, reason: Reason): void => {
    const named = recipient === undefined ? undefined : recipientOf(family, recipient);
    if (named !== undefined) reasons.set(named.address, reason);
  };
  for (const recipient of reported.bounced) add(recipient, 'bounce');
  for (const event of reported.events)
    if (event.kind === 'complaint' || event.kind === 'unsubscribe')
      for (const name of [event.recipient, event.userId]) add(name, REASONS[event.kind]);
  if (reasons.size === 0) return;
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    if (family === 'whatsapp')
      for (const [address, reason] of [...reasons])
        // Whoever says no by one name has said it by the other. A bounce is the number's alone.
        if (reason !== 'bounce') for (const name of await namesOf(tx, address)) add(name, reason);
    for (const by of ['bounce', 'complaint', 'recipient'] as const) {
      const suppressed = [...reasons]
        .filter(([, reason]) => reason === by)
        .map(([address, reason]) => ({ family, address, reason }));
      if (suppressed.length > 0)
        await applyOptOuts(tx, { begun: suppressed, closed: suppressed }, { by, source: { provider } });
    }
  });
}
