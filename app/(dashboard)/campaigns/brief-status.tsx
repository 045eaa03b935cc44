'use client';
import { useTranslations } from 'next-intl';
import { BRIEF_KINDS } from '@/app/(dashboard)/collaborations/creator';
import { Status } from '@/components/ui/status';
import type { BriefStatus as State } from '@/server/modules/creators/campaigns/vocabulary';

export function BriefStatus({ status }: { status: State }) {
  return <Status kind={BRIEF_KINDS[status]}>{useTranslations('creators.briefStatuses')(status)}</Status>;
}
