'use client';
import { useTranslations } from 'next-intl';
import { PROGRAM_KINDS } from '@/app/(dashboard)/collaborations/creator';
import { Status } from '@/components/ui/status';
import type { ProgramStatus } from '@/server/modules/creators/programs/vocabulary';

export function AffiliateProgramStatus({ status }: { status: ProgramStatus }) {
  return <Status kind={PROGRAM_KINDS[status]}>{useTranslations('creators.programStatuses')(status)}</Status>;
}
