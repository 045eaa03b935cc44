import type { Place } from '@/app/(dashboard)/funnels/definition/ways';
import type { FunnelProblem } from '@/app/(dashboard)/funnels/funnel';
import type { FunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import type { StepKind } from '@/server/modules/automation/funnels/vocabulary';

/** The data and actions of the cards. */
export interface Board {
  definition: FunnelDefinition;
  /** By step: what people call it. */
  numbers: ReadonlyMap<string, number>;
  nameOf: (stepId: string) => string;
  words: FunnelWords;
  problems: readonly FunnelProblem[];
  /** By step: who stands there, in whatever version. */
  peopleAtSteps: ReadonlyMap<string, number>;
  isReadOnly: boolean;
  /** No more steps fit in. */
  isFull: boolean;
  /** The place whose menu was opened by keyboard. */
  adding: string | null;
  setAdding: (place: string | null) => void;
  add: (place: Place, kind: StepKind) => void;
  open: (stepId: string) => void;
  shift: (stepId: string, way: 'up' | 'down') => void;
  take: (stepId: string) => void;
  copy: (stepId: string) => void;
  change: (definition: FunnelDefinition) => void;
}
