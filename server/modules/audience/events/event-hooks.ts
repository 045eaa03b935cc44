/**
 * Hooks of shoppers' events, for other parts of Laris (server/assembly/hooks.ts), in the transaction that keeps the
 * events.
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import { defineHook } from '@/server/platform/lib/hook';

/** An event of a contact that is kept for the first time. */
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
  /** @param events of these names */
  follow(events: readonly KeptEvent[]): Promise<void>;
}

/** Before events are kept. */
export const onShopperEvents = defineHook<[tx: StatementTx], EventFollower>('shopper events');
