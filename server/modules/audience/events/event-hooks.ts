/**
 * Hooks for other parts of Laris (server/assembly/hooks.ts) that react to shoppers' events, in the transaction that
 * stores the events.
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import { defineHook } from '@/server/platform/lib/hook';

/** An event of a contact that was not stored before. */
export interface KeptEvent {
  id: string;
  name: string;
  contactId: string;
  at: Date;
  properties: Readonly<Record<string, unknown>>;
}

export interface EventFollower {
  /** Names of events: of nothing else anything follows. */
  names: ReadonlySet<string>;
  /** @param events events with the names that the hook asked for */
  follow(events: readonly KeptEvent[]): Promise<void>;
}

/** Before events are kept. */
export const onShopperEvents = defineHook<[tx: StatementTx], EventFollower>('shopper events');
