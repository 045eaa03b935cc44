/** The frame of every page of the dashboard: its words and its data. */
import type { ReactNode } from 'react';
import { Texts, type Namespace } from '@/app/i18n/texts';
import { Reads, type BeginReads } from '@/app/reads';

interface Props {
  /** The words that its code uses in the browser (app/i18n/texts.test.ts holds that none is missing, and none idle). */
  texts: readonly Namespace[];
  /** Begins what its code will ask for first, with the same options. */
  reads?: BeginReads;
  children: ReactNode;
}

const NOTHING: BeginReads = () => [];

export function DashboardPage({ texts, reads = NOTHING, children }: Props) {
  return (
    <Texts of={texts}>
      <Reads begin={reads}>{children}</Reads>
    </Texts>
  );
}
