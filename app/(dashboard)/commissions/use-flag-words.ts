'use client';
import { useTranslations } from 'next-intl';
import type { Commission } from '@/app/(dashboard)/collaborations/creator';

type Flagged = Commission['flags'][number];

/** Why a commission is held, as a sentence. */
export function useFlagWords() {
  const t = useTranslations('creators.flags');
  return ({ flag, evidence }: Flagged): string => {
    const values = {
      email: String(evidence.email ?? ''),
      domain: String(evidence.domain ?? ''),
      host: String(evidence.host ?? ''),
      orders: Number(evidence.orders ?? 0),
      refunded: Number(evidence.refunded ?? 0),
    };
    return t(flag, values);
  };
}
