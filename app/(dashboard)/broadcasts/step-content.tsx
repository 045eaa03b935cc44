'use client';
import { Stack } from '@mantine/core';
import type { Faults } from '@/components/email/document-faults';
import { AbTestPanel } from './ab-test-panel';
import { ContentEditors, familiesOf } from './content-editors';
import type { Draft } from './draft';
import { TrackingPanel } from './tracking-panel';

interface Props {
  draft: Draft;
  /** The faults of the e-mail's blocks, by the place of the block. */
  faults: Faults;
  /** The same of each variant of a test. */
  variantFaults: readonly Faults[];
  onChange: (patch: Partial<Draft>) => void;
}

/** What it says, and how it leaves. */
export function StepContent({ draft, faults, variantFaults, onChange }: Props) {
  const families = familiesOf(draft.providers);
  return (
    <Stack gap="xl">
      <div>
        <ContentEditors
          families={families}
          content={draft.content}
          faults={faults}
          onChange={(family, part) => onChange({ content: { ...draft.content, [family]: part } })}
        />
      </div>
      {families.includes('email') && <TrackingPanel draft={draft} onChange={onChange} />}
      <AbTestPanel draft={draft} faults={variantFaults} onChange={onChange} />
    </Stack>
  );
}
