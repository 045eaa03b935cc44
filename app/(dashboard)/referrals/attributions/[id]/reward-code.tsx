'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import type { Way } from '@/app/(dashboard)/referrals/referral';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';
import { useClock } from '@/components/ui/use-clock';
import classes from './way.module.css';

type Code = NonNullable<Way['codes']['referrer']>;

/** One of the two codes: what it gives, and whether it was used. */
export function RewardCode({ side, code }: { side: 'referrer' | 'referee'; code: Code }) {
  const t = useTranslations('referrals.attribution.codes');
  const words = useCodeWords();
  return (
    <section className={classes.reward} aria-label={t(side)}>
      <h3>{t(side)}</h3>
      <p className={classes.code}>
        <Link href={`/discount-codes/${code.id}`}>{code.code}</Link>
        <CopyCode code={code.code} />
      </p>
      <p>{words.gives(code)}</p>
      <Use code={code} />
    </section>
  );
}

function Use({ code }: { code: Code }) {
  const t = useTranslations('referrals.attribution.codes');
  const format = useFormat();
  const now = useClock();
  if (code.redeemedAt !== null)
    return <Status kind="off">{t('redeemed', { date: format.dateTime(code.redeemedAt) })}</Status>;
  if (!code.active) return <Status kind="off">{t('off')}</Status>;
  if (code.expiresAt === null) return null;
  return Date.parse(code.expiresAt) < now ? (
    <Status kind="off">{t('lapsed', { date: format.dateTime(code.expiresAt) })}</Status>
  ) : (
    <Status kind="on">{t('until', { date: format.dateTime(code.expiresAt) })}</Status>
  );
}
