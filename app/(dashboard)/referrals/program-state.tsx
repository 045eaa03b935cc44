'use client';
import { useTranslations } from 'next-intl';
import { isPercent } from '@/app/(dashboard)/discount-codes/code';
import { useFormat } from '@/components/ui/format';
import type { Program } from './referral';

/** The action of the program, in a sentence. */
export function ProgramState({ program }: { program: Program }) {
  const t = useTranslations('referrals.state');
  const format = useFormat();
  if (!program.enabled) return t('leadOff');
  const { rewardType: type, currency, minPurchaseAmount } = program;
  const gives = (value: number) => {
    if (type === 'shipping_percent' && value === 100) return t('gives.shipping_free');
    return t(`gives.${type}`, {
      amount: isPercent(type) ? format.percent(value / 100) : format.money(value, currency),
    });
  };
  return t.rich('lead', {
    minimum:
      minPurchaseAmount === null || minPurchaseAmount === 0
        ? ''
        : t('minimum', { amount: format.money(minPurchaseAmount, currency) }),
    referrer: gives(program.referrerValue),
    referee: gives(program.refereeValue),
    strong: (chunks) => <strong>{chunks}</strong>,
  });
}
