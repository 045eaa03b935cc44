import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedDefinition, type FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { targetsOf, type Step } from '@/server/modules/automation/funnels/step-schema';
import { connect, duplicate, freeId, goesWith, insert, mayEndAt, move, reachableBy, remove } from './edits';
import { edgesOf, layoutOf, reachedFrom, START, stepsById, stepsIn, targetAt, type Lane, type Place } from './ways';

const KINDS = ['delay', 'condition', 'split', 'wait_until', 'exit'] as const;

function stepOf(kind: (typeof KINDS)[number], id: string): Step {
  switch (kind) {
    case 'delay':
      return { id, kind, config: { minutes: 5 }, next: null };
    case 'condition':
      return { id, kind, config: { cart: 'recovered' }, yes: null, no: null };
    case 'wait_until':
      return { id, kind, config: { any: [{ event: 'purchase' }], minutes: 60 }, next: null, timeout: null };
    case 'split': {
      const variants = ['a', 'b', 'c'].map((each, at) => ({ id: each, weight: at === 0 ? 34 : 33, next: null }));
      return { id, kind, config: { variants, metric: 'goal' } };
    }
    case 'exit':
      return { id, kind, config: { reason: 'enough' } };
  }
}

const EMPTY: FunnelDefinition = storedDefinition.parse({
  trigger: { type: 'manual' },
  entry: null,
  reentry: { mode: 'once' },
  exits: [],
  goal: null,
  sendWindow: null,
  frequencyCap: null,
  holdoutPercent: 0,
  start: 's1',
  steps: [{ id: 's1', kind: 'delay', config: { minutes: 5 }, next: null }],
});

const placesIn = (lane: Lane): Place[] => [
  { edge: lane.edge },
  ...lane.cards.flatMap(({ lanes, after }) => [...(after === null ? [] : [after]), ...lanes.flatMap(placesIn)]),
];
const idsOf = ({ steps }: FunnelDefinition): string[] => steps.map(({ id }) => id).sort();
const reached = (definition: FunnelDefinition): string[] => [...reachedFrom(definition, definition.start)].sort();

function leadsRound(definition: FunnelDefinition): boolean {
  const known = stepsById(definition);
  const under = new Set<string>();
  const done = new Set<string>();
  const visit = (id: string | null): boolean => {
    const step = id === null ? undefined : known.get(id);
    if (step === undefined || done.has(step.id)) return false;
    if (under.has(step.id)) return true;
    under.add(step.id);
    const found = targetsOf(step).some(visit);
    under.delete(step.id);
    done.add(step.id);
    return found;
  };
  return definition.steps.some(({ id }) => visit(id));
}

/** What somebody does in the editor: which kind of change, and at which of the places that there are. */
const acts = fc.array(
  fc.record({
    act: fc.constantFrom('insert', 'insert', 'insert', 'up', 'down', 'remove', 'duplicate', 'connect' as const),
    kind: fc.constantFrom(...KINDS),
    at: fc.nat(1000),
    to: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('changes of a definition', () => {
  it('never lead round, lose nothing that is not said to go, and leave every step one place', () => {
    fc.assert(
      fc.property(acts, (all) => {
        let definition = EMPTY;
        let isConnected = false;
        for (const { act, kind, at, to } of all) {
          const ids = idsOf(definition);
          const id = ids[at % ids.length] ?? '';
          if (act === 'insert' || ids.length === 0) {
            const places = placesIn(layoutOf(definition).main);
            const place = places[at % places.length] ?? { edge: START };
            if (kind === 'exit' && !mayEndAt(definition, place)) continue;
            const made = freeId(definition);
            const next = insert(definition, place, stepOf(kind, made));
            expect(idsOf(next)).toEqual([...ids, made].sort());
            expect(reached(next)).toEqual([...reached(definition), made].sort());
            definition = next;
          } else if (act === 'up' || act === 'down') {
            const next = move(definition, id, act);
            if (next === undefined) continue;
            expect(idsOf(next)).toEqual(ids);
            if (!isConnected) expect(reached(next)).toEqual(reached(definition));
            definition = next;
          } else if (act === 'remove') {
            const gone = new Set([id, ...goesWith(definition, id)]);
            const next = remove(definition, id);
            expect(idsOf(next)).toEqual(ids.filter((each) => !gone.has(each)));
            definition = next;
          } else if (act === 'duplicate') {
            const next = duplicate(definition, id);
            expect(idsOf(next).filter((each) => !ids.includes(each)).length).toBe(next === definition ? 0 : 1);
            definition = next;
          } else {
            const edges = [START, ...definition.steps.flatMap(edgesOf)];
            const edge = edges[at % edges.length] ?? START;
            const targets = reachableBy(definition, edge);
            const target = targets[to % (targets.length + 1)]?.id ?? null;
            definition = connect(definition, edge, target);
            expect(targetAt(definition, edge)).toBe(target);
            isConnected = true;
          }
          expect(leadsRound(definition)).toBe(false);
          const { main, loose } = layoutOf(definition);
          expect([...stepsIn(main), ...loose.map((step) => step.id)].sort()).toEqual(idsOf(definition));
          expect(stepsIn(main).sort()).toEqual(reached(definition));
          if (!isConnected) expect(loose).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('move a step out of a lane to where all have met, over them, and back', () => {
    const parted = insert(
      insert(EMPTY, { edge: { from: 's1', branch: 'next' } }, stepOf('delay', 'end')),
      { edge: { from: 's1', branch: 'next' } },
      stepOf('condition', 'q'),
    );
    const inLane = insert(parted, { edge: { from: 'q', branch: 'yes' } }, stepOf('delay', 'x'));
    const out = move(inLane, 'x', 'down');
    expect([
      out && targetAt(out, { from: 'q', branch: 'yes' }),
      out && targetAt(out, { from: 'q', branch: 'no' }),
    ]).toEqual(['x', 'x']);
    const over = out && move(out, 'x', 'up');
    expect(over && targetAt(over, { from: 's1', branch: 'next' })).toBe('x');
    expect(over && targetAt(over, { from: 'x', branch: 'next' })).toBe('q');
    expect(move(EMPTY, 's1', 'up')).toBeUndefined();
    expect(move(EMPTY, 's1', 'down')).toBeUndefined();
  });
});

describe('the layout', () => {
  it('goes on below a wait that ends for those who bought', () => {
    const cart = insert(EMPTY, { edge: START }, stepOf('wait_until', 'w'));
    const bought = connect(cart, { from: 'w', branch: 'next' }, null);
    const { main } = layoutOf(bought);
    expect(main.cards.map(({ step }) => step.id)).toEqual(['w', 's1']);
    expect(main.cards[0]?.lanes.map(({ edge, ends }) => [edge.branch, ends])).toEqual([
      ['next', 'end'],
      ['timeout', 'below'],
    ]);
  });
});
