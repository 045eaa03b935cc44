/** The differences between two definitions. Pure. */
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import type { Step } from '@/server/modules/automation/funnels/step-schema';

const SETTINGS = [
  'trigger',
  'entry',
  'reentry',
  'exits',
  'goal',
  'sendWindow',
  'frequencyCap',
  'holdoutPercent',
  'onePerAddress',
] as const satisfies readonly (keyof FunnelDefinition)[];
export type Setting = (typeof SETTINGS)[number];

export interface Differences {
  added: Step[];
  removed: Step[];
  /** As they are now. */
  changed: Step[];
  settings: Setting[];
  /** Steps are the same and lead elsewhere. */
  isReordered: boolean;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Returns the action of a step, without where it leads. */
const doingOf = (step: Step): unknown =>
  step.kind === 'split'
    ? { ...step.config, variants: step.config.variants.map(({ id, weight }) => ({ id, weight })) }
    : step.config;

export function differencesOf(before: FunnelDefinition, now: FunnelDefinition): Differences {
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const current = new Set(now.steps.map(({ id }) => id));
  const changed = now.steps.filter((step) => {
    const was = old.get(step.id);
    return was !== undefined && !same([was.kind, doingOf(was)], [step.kind, doingOf(step)]);
  });
  const leads = ({ start, steps }: FunnelDefinition): unknown => [
    start,
    steps
      .filter(({ id }) => old.has(id) && current.has(id))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((step) => {
        const { config: _config, ...ways } = step;
        return [ways, step.kind === 'split' ? step.config.variants.map(({ id, next }) => [id, next]) : null];
      }),
  ];
  const added = now.steps.filter(({ id }) => !old.has(id));
  const removed = before.steps.filter(({ id }) => !current.has(id));
  return {
    added,
    removed,
    changed,
    settings: SETTINGS.filter((each) => !same(before[each] ?? false, now[each] ?? false)),
    isReordered: added.length === 0 && removed.length === 0 && !same(leads(before), leads(now)),
  };
}
