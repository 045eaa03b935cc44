'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Campaign } from './campaign';

const KINDS = { draft: 'off', live: 'on', paused: 'waiting', archived: 'off' } as const;

export function CampaignStatus({ status }: Pick<Campaign, 'status'>) {
  return <Status kind={KINDS[status]}>{useTranslations('marketingCampaigns.status')(status)}</Status>;
}
