/**
 * The layout of a definition: cards one under the other, side by side where ways part, and together again where they
 * meet. Nothing of it is stored: it follows from where the steps lead. Pure.
 */
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { targetsOf, type Step } from '@/server/modules/automation/funnels/step-schema';

/** A way out of a step; of the beginning, which is no step, it is `start`. */
export interface Edge {
  from: string | null;
  /** start, next, timeout, yes, no, or the id of a variant. */
  branch: string;
}

/** A place where a step can be added: on one way, or where all ways of a step that parts them have met. */
export type Place = { edge: Edge } | { after: string; within: readonly string[]; target: string | null };

export interface Card {
  step: Step;
  lanes: Lane[];
  /** The place where a step can be added behind it; null behind an exit, and behind ways that do not meet. */
  after: Place | null;
}

export interface Lane {
  edge: Edge;
  cards: Card[];
  /** The end of the way: it leads to the end, to what comes below all lanes, or to a card elsewhere. */
  ends: 'end' | 'below' | { jumpsTo: string };
}

export interface Layout {
  main: Lane;
  /** Steps that no way leads to. */
  loose: Step[];
}

export const START: Edge = { from: null, branch: 'start' };

/** The ways out of a step, in the order of its targets. */
export function branchesOf(step: Step): string[] {
  switch (step.kind) {
    case 'wait_until':
      return ['next', 'timeout'];
    case 'condition':
      return ['yes', 'no'];
    case 'split':
      return step.config.variants.map(({ id }) => id);
    case 'exit':
      return [];
    default:
      return ['next'];
  }
}

export const edgesOf = (step: Step): Edge[] => branchesOf(step).map((branch) => ({ from: step.id, branch }));

export const stepsById = ({ steps }: FunnelDefinition): ReadonlyMap<string, Step> =>
  new Map(steps.map((step) => [step.id, step]));

/** Returns the target of a way; null is the end, and so is a step that is not there. */
export function targetAt(definition: FunnelDefinition, { from, branch }: Edge): string | null {
  const known = stepsById(definition);
  const step = from === null ? undefined : known.get(from);
  const target = step === undefined ? definition.start : targetsOf(step)[branchesOf(step).indexOf(branch)];
  return target !== undefined && target !== null && known.has(target) ? target : null;
}

/** Steps behind a step, itself with them. */
export function reachedFrom(definition: FunnelDefinition, from: string | null): ReadonlySet<string> {
  const known = stepsById(definition);
  const reached = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = id === null ? undefined : known.get(id);
    if (step === undefined || reached.has(step.id)) continue;
    reached.add(step.id);
    waiting.push(...targetsOf(step));
  }
  return reached;
}

/** Steps that all ways from a step come by; undefined: no way from it comes by anything, so it does not count. */
type Passed = ReadonlySet<string> | undefined;

/** For each step what all its ways come by. Ways that end at once keep no others from meeting. */
function passedBy(definition: FunnelDefinition): (id: string | null) => Passed {
  const known = stepsById(definition);
  const found = new Map<string, Passed>();
  const under = new Set<string>();
  const passed = (id: string | null): Passed => {
    const step = id === null ? undefined : known.get(id);
    if (step === undefined || step.kind === 'exit' || under.has(step.id)) return undefined;
    if (found.has(step.id)) return found.get(step.id);
    under.add(step.id);
    const all = new Set([step.id, ...(common(targetsOf(step).map(passed)) ?? [])]);
    under.delete(step.id);
    found.set(step.id, all);
    return all;
  };
  return passed;
}

function common(sets: readonly Passed[]): Passed {
  const counted = sets.filter((set) => set !== undefined);
  const [first, ...others] = counted;
  return first === undefined ? undefined : new Set([...first].filter((id) => others.every((other) => other.has(id))));
}

export function layoutOf(definition: FunnelDefinition): Layout {
  const known = stepsById(definition);
  const passed = passedBy(definition);
  const placed = new Set<string>();

  /** Returns the place where the ways of a step meet; null: nowhere. */
  const meetingOf = (step: Step): string | null => {
    const all = [...(common(targetsOf(step).map(passed)) ?? [])];
    // Of those that all ways come by, the first one has the most behind it.
    return all.sort((a, b) => (passed(b)?.size ?? 0) - (passed(a)?.size ?? 0))[0] ?? null;
  };

  /** @param below where it flows together with others */
  const lane = (edge: Edge, below: string | null): Lane => {
    const cards: Card[] = [];
    let target = targetAt(definition, edge);
    for (;;) {
      if (target !== null && target === below) return { edge, cards, ends: 'below' };
      const step = target === null ? undefined : known.get(target);
      if (step === undefined) return { edge, cards, ends: 'end' };
      if (placed.has(step.id)) return { edge, cards, ends: { jumpsTo: step.id } };
      placed.add(step.id);
      const edges = edgesOf(step);
      const [only] = edges;
      if (only === undefined) {
        cards.push({ step, lanes: [], after: null });
        return { edge, cards, ends: 'end' };
      }
      if (edges.length === 1) {
        cards.push({ step, lanes: [], after: { edge: only } });
        target = targetAt(definition, only);
        continue;
      }
      const meeting = meetingOf(step);
      const lanes = edges.map((each) => lane(each, meeting ?? below));
      const within = [step.id, ...lanes.flatMap(stepsIn)];
      cards.push({ step, lanes, after: meeting === null ? null : { after: step.id, within, target: meeting } });
      if (meeting === null) return { edge, cards, ends: lanes.some(({ ends }) => ends === 'below') ? 'below' : 'end' };
      target = meeting;
    }
  };
  const main = lane(START, null);
  return { main, loose: definition.steps.filter(({ id }) => !placed.has(id)) };
}

/** Ids of the steps in a lane and in the lanes within it. */
export const stepsIn = ({ cards }: Lane): string[] =>
  cards.flatMap(({ step, lanes }) => [step.id, ...lanes.flatMap(stepsIn)]);

/** The numbers that people call steps by: in the order in which they stand. */
export const numbersOf = ({ main, loose }: Layout): ReadonlyMap<string, number> =>
  new Map([...stepsIn(main), ...loose.map(({ id }) => id)].map((id, at) => [id, at + 1]));
