/** The number of deliveries that a worker claims for each endpoint; slow endpoints have places of their own. Pure. */
import { quotas } from '@/server/modules/account/webhooks/delivery/fair-places';
import type { Lane } from '@/server/modules/account/webhooks/delivery/lane';

/**
 * The most deliveries that a worker has claimed: at most half for slow endpoints, and at most half for one workspace.
 */
const PLACES = 1_024;
const PLACES_OF_SLOW = PLACES / 2;
const PLACES_OF_ONE = PLACES / 2;

export interface Shares {
  shares: { lane: Lane; quota: number }[];
  /** There was not room for all that is due. */
  cutShort: boolean;
}

/** @param lanes all lanes of the worker @param due the lanes with due deliveries */
export function shareOut(lanes: readonly Lane[], due: readonly Lane[]): Shares {
  const perWorkspace = new Map<string, number>();
  const add = (accountId: string, count: number) =>
    perWorkspace.set(accountId, (perWorkspace.get(accountId) ?? 0) + count);
  let [all, ofSlow] = [0, 0];
  for (const { accountId, held, slow } of lanes) {
    add(accountId, held);
    all += held;
    if (slow) ofSlow += held;
  }
  const candidates = due.flatMap((lane) => {
    const { accountId, endpointId, servedAt } = lane;
    const room = lane.room();
    return room === 0 ? [] : [{ lane, accountId, endpointId, room, servedAt }];
  });
  const hand = (isSlow: boolean, free: number) =>
    quotas(
      candidates.filter(({ lane }) => lane.slow === isSlow),
      { free, perWorkspace: PLACES_OF_ONE, taken: perWorkspace },
    );
  const quick = hand(false, PLACES - all);
  const free = PLACES - all - quick.reduce((sum, { quota }) => sum + quota, 0);
  for (const { candidate, quota } of quick) add(candidate.accountId, quota);
  const slow = hand(true, Math.min(PLACES_OF_SLOW - ofSlow, free));
  return {
    shares: [...quick, ...slow].map(({ candidate: { lane }, quota }) => ({ lane, quota })),
    cutShort: quick.length + slow.length < candidates.length,
  };
}
