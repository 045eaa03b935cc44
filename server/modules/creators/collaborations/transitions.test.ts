/** Every verb from every state (docs/contract/collaborations.md#states), as the contract's tables have it. */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { accept } from '@/server/modules/creators/collaborations/accept';
import { COLLABORATION_STATUSES, type CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { systemDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { makeAffiliate, makeBrief, makeCreator } from '@/server/testing/creators';
import { expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;

/** What a verb leads to by the state it is called in; a state that is not named is refused. */
type Moves = Partial<Record<CollaborationStatus, CollaborationStatus>>;
interface Verb {
  kind: 'brief' | 'affiliate';
  method?: string;
  path: string;
  body?: object;
  moves: Moves;
  /** What has done already what the verb does: 200, and nothing happens. */
  done?: readonly CollaborationStatus[];
}

const ENDS: Moves = Object.fromEntries(
  COLLABORATION_STATUSES.filter((status) => !['completed', 'ended', 'declined', 'expired'].includes(status)).map(
    (status) => [status, 'ended'],
  ),
);
const VERBS: Record<string, Verb> = {
  'accept an application for a brief': {
    kind: 'brief',
    path: '/accept',
    moves: { applied: 'accepted' },
    done: ['accepted'],
  },
  'accept an application for a program': {
    kind: 'affiliate',
    path: '/accept',
    moves: { applied: 'active' },
    done: ['active'],
  },
  'decline an application': { kind: 'brief', path: '/decline', moves: { applied: 'declined' }, done: ['declined'] },
  'hand something in': {
    kind: 'brief',
    path: '/submissions',
    body: { deliverableId: 'd1', url: 'https://social.example/p/1', caption: '#ad' },
    moves: { accepted: 'in_review', in_review: 'in_review', changes_requested: 'in_review' },
  },
  'ask for a change': {
    kind: 'brief',
    path: '/request-changes',
    body: { feedback: 'Once more, please.' },
    moves: { in_review: 'changes_requested' },
    done: ['changes_requested'],
  },
  'approve what there is': { kind: 'brief', path: '/approve', moves: { in_review: 'approved' }, done: ['approved'] },
  complete: { kind: 'brief', path: '/complete', moves: { approved: 'completed' }, done: ['completed'] },
  suspend: {
    kind: 'affiliate',
    path: '/suspend',
    body: { reason: 'Asked.' },
    moves: { active: 'suspended' },
    done: ['suspended'],
  },
  reinstate: { kind: 'affiliate', path: '/reinstate', moves: { suspended: 'active' }, done: ['active'] },
  'end a brief': { kind: 'brief', path: '/end', moves: ENDS, done: ['ended'] },
  'end in a program': { kind: 'affiliate', path: '/end', moves: ENDS, done: ['ended'] },
  'end by DELETE': { kind: 'affiliate', method: 'DELETE', path: '', moves: ENDS, done: ['ended'] },
};

/** In this state, as if every step that leads there had been taken; in review there is something to look at. */
async function standing({ kind }: Verb, status: CollaborationStatus): Promise<string> {
  const { accountId } = server.ours;
  const invitedAt = ['invited', 'expired'].includes(status) ? now() : null;
  const acceptedAt = ['invited', 'applied', 'declined', 'expired'].includes(status) ? null : now();
  const data = { status, invitedAt, acceptedAt };
  if (kind === 'affiliate') return (await makeAffiliate(database(), accountId, { data })).id;
  const { id } = await makeCreator(database(), accountId, { data });
  if (status === 'in_review')
    await database().prisma.submission.create({
      data: {
        accountId,
        collaborationId: id,
        deliverableId: 'd1',
        url: 'https://social.example/p/1',
        submittedAt: now(),
      },
    });
  return id;
}
const statusOf = async (id: string) =>
  (await database().prisma.collaboration.findFirstOrThrow({ where: { id } })).status;
const audited = (id: string) => database().prisma.auditEntry.count({ where: { targetId: id } });

/** States that only the other kind has. */
const NEVER: Record<Verb['kind'], readonly CollaborationStatus[]> = {
  brief: ['active', 'suspended'],
  affiliate: ['accepted', 'in_review', 'changes_requested', 'approved', 'completed'],
};
const CASES = Object.entries(VERBS).flatMap(([name, verb]) =>
  COLLABORATION_STATUSES.filter((status) => !NEVER[verb.kind].includes(status)).map((status) => ({
    name,
    verb,
    status,
  })),
);

describe('a collaboration', () => {
  it.each(CASES)('that is $status: $name', async ({ verb, status }) => {
    const id = await standing(verb, status);
    const url = `/api/v1/collaborations/${id}${verb.path}`;
    const body = verb.method === 'DELETE' ? {} : { body: verb.body ?? {} };
    const answer = await server.call(server.ours.key, verb.method ?? 'POST', url, body);
    const next = verb.moves[status];
    if (next !== undefined) {
      expectData(answer, verb.path === '/submissions' ? 201 : 200);
      expect(await statusOf(id)).toBe(next);
      expect(await audited(id)).toBe(1);
      return;
    }
    if (verb.done?.includes(status) === true) expectData(answer);
    else expect(expectError(answer, 409, 'BAD_STATE').details).toMatchObject({ status });
    expect(await statusOf(id)).toBe(status);
    expect(await audited(id)).toBe(0);
  });

  it.each(COLLABORATION_STATUSES)('that is %s: the creator accepts', async (status) => {
    for (const verb of [VERBS['end a brief']!, VERBS['end in a program']!]) {
      const id = await standing(verb, status);
      const wanted = verb.kind === 'brief' ? 'accepted' : 'active';
      const db = systemDb(database(), server.ours.accountId);
      const answer = await accept(db, { mail: null }, id, 'invited', { isCreator: true }, () =>
        Promise.resolve(),
      ).catch((error: unknown) => error);
      if (status === 'invited') {
        expect(answer).toMatchObject({ isNew: true, row: { status: wanted, emailVerified: true } });
      } else {
        expect(answer).toBeInstanceOf(AppError);
        expect(answer).toMatchObject({ appCode: 'BAD_STATE' });
        expect(await statusOf(id)).toBe(status);
      }
    }
  });
});

/** What a brief's move does to who was invited and who applied; the others go on as they are. */
const ASKED_MOVES: Record<string, string> = { completed: 'declined', archived: 'declined' };
const AT_END = ['completed', 'ended', 'expired'] as const;

/** `same`: done already. */
const BRIEF_MOVES: Record<string, Record<string, string>> = {
  publish: { draft: 'open', closed: 'open', open: 'same' },
  close: { open: 'closed', closed: 'same' },
  complete: { open: 'completed', closed: 'completed', completed: 'same' },
  archive: { draft: 'archived', open: 'archived', closed: 'archived', completed: 'archived', archived: 'same' },
};
const BRIEF_CASES = Object.keys(BRIEF_MOVES).flatMap((verb) =>
  ['draft', 'open', 'closed', 'completed', 'archived'].map((status) => ({ verb, status })),
);

it.each(BRIEF_CASES)('a brief that is $status: $verb', async ({ verb, status }) => {
  const id = await makeBrief(database(), server.ours.accountId, { status });
  // Nobody is at work: a brief with somebody under way is not completed.
  const standing = new Map<string, CollaborationStatus>();
  for (const each of ['invited', 'applied', ...AT_END] as const) {
    const { id: one } = await makeCreator(database(), server.ours.accountId, {
      campaignId: id,
      data: { status: each, invitedAt: each === 'invited' ? now() : null, acceptedAt: null },
    });
    standing.set(one, each);
  }
  const url = `/api/v1/campaigns/${id}`;
  const answer =
    verb === 'archive'
      ? await server.call(server.ours.key, 'DELETE', url)
      : await server.call(server.ours.key, 'POST', `${url}/${verb}`, { body: {} });
  const next = BRIEF_MOVES[verb]![status];
  if (next === undefined) expect(expectError(answer, 409, 'BAD_STATE').details).toMatchObject({ status });
  else expectData(answer);
  const row = await database().prisma.brief.findFirstOrThrow({ where: { id } });
  expect(row.status).toBe(next === undefined || next === 'same' ? status : next);
  expect(await audited(id)).toBe(next === undefined || next === 'same' ? 0 : 1);
  for (const [one, before] of standing) {
    const isAsked = before === 'invited' || before === 'applied';
    expect(await statusOf(one)).toBe((isAsked && ASKED_MOVES[next ?? '']) || before);
  }
});
