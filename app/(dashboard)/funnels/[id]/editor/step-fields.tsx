'use client';
import type { Step } from '@/server/resources/funnels/definition-schema';
import type { Board } from './board';
import { ConditionFields } from './fields-condition';
import { DelayFields } from './fields-delay';
import { ExitFields, ListFields } from './fields-list';
import { MintFields } from './fields-mint';
import { SendFields } from './fields-send';
import { SplitFields } from './fields-split';
import { UpdateFields } from './fields-update';
import { WaitFields } from './fields-wait';

export interface FieldsProps<Of extends Step = Step> {
  step: Of;
  /** By path in the step: `config.minutes`. */
  faults: Readonly<Record<string, string>>;
  board: Board;
  funnelId: string;
  /** What is shown is what is stored. */
  isSaved: boolean;
  settle: () => Promise<boolean>;
  onChange: (step: Of) => void;
}

/** The fields of a step, by its kind. */
export function StepFields({ step, ...props }: FieldsProps) {
  switch (step.kind) {
    case 'send':
      return <SendFields {...props} step={step} />;
    case 'delay':
      return <DelayFields {...props} step={step} />;
    case 'wait_until':
      return <WaitFields {...props} step={step} />;
    case 'condition':
      return <ConditionFields {...props} step={step} />;
    case 'split':
      return <SplitFields {...props} step={step} />;
    case 'mint_code':
      return <MintFields {...props} step={step} />;
    case 'update_contact':
      return <UpdateFields {...props} step={step} />;
    case 'list':
      return <ListFields {...props} step={step} />;
    case 'exit':
      return <ExitFields {...props} step={step} />;
  }
}
