'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import type { CommissionStatus, StatementStatus } from '@/server/modules/creators/programs/vocabulary';
import { COLLABORATION_KINDS, COMMISSION_KINDS, STATEMENT_KINDS } from './creator';

export function CreatorStatus({ status }: { status: CollaborationStatus }) {
  return <Status kind={COLLABORATION_KINDS[status]}>{useTranslations('creators.statuses')(status)}</Status>;
}

export function CommissionState({ status }: { status: CommissionStatus }) {
  return <Status kind={COMMISSION_KINDS[status]}>{useTranslations('creators.commissionStatuses')(status)}</Status>;
}

export function StatementState({ status }: { status: StatementStatus }) {
  return <Status kind={STATEMENT_KINDS[status]}>{useTranslations('creators.statementStatuses')(status)}</Status>;
}
