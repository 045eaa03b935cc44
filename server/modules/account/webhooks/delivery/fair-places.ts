/** The order of service: workspaces take turns, however many endpoints and deliveries they have. Pure. */
import type { EndpointKey } from '@/server/modules/account/webhooks/delivery/queue';

export interface Candidate extends EndpointKey {
  /** The number of deliveries that may still be claimed for the endpoint. */
  room: number;
  /** The time when deliveries of the endpoint were last claimed; any clock. */
  servedAt: number;
}

export interface Places {
  /** The places for all workspaces together. */
  free: number;
  /** The limit for each workspace, including the places that it has already. */
  perWorkspace: number;
  /** The number that each workspace has already. */
  taken: ReadonlyMap<string, number>;
}

/** The most places given in one turn, so that workspaces that come later still find some. */
const SHARE = 32;

/** Distributes the free places. The workspace with the fewest places comes first, then the one that waited longest. */
export function quotas<Each extends Candidate>(
  candidates: readonly Each[],
  { free, perWorkspace, taken }: Places,
): { candidate: Each; quota: number }[] {
  const given = new Map<Each, number>();
  const queues = new Map<string, Each[]>();
  for (const candidate of [...candidates].sort((a, b) => a.servedAt - b.servedAt)) {
    const queue = queues.get(candidate.accountId);
    if (queue === undefined) queues.set(candidate.accountId, [candidate]);
    else queue.push(candidate);
  }
  const left = new Map([...queues.keys()].map((accountId) => [accountId, perWorkspace - (taken.get(accountId) ?? 0)]));
  // A stable sort: those with as much go by how long they waited.
  const turns = [...queues].sort(([a], [b]) => (taken.get(a) ?? 0) - (taken.get(b) ?? 0));
  for (let turn = turns.shift(); turn !== undefined && free > 0; turn = turns.shift()) {
    const [accountId, queue] = turn;
    const candidate = queue.shift();
    const budget = left.get(accountId) ?? 0;
    if (candidate === undefined || budget <= 0) continue;
    const had = given.get(candidate) ?? 0;
    const share = Math.max(Math.min(SHARE, candidate.room - had, budget, free), 0);
    free -= share;
    left.set(accountId, budget - share);
    if (share > 0) given.set(candidate, had + share);
    if (had + share < candidate.room) queue.push(candidate);
    if (queue.length > 0) turns.push(turn);
  }
  return [...given].map(([candidate, quota]) => ({ candidate, quota }));
}
