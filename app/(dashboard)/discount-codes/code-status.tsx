'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import { useClock } from '@/components/ui/use-clock';
import type { Code } from './code';
import { dayStyle } from './use-code-words';

type State = 'active' | 'scheduled' | 'expired' | 'usedUp' | 'archived';

/** Why nobody can use the code right now, in the order in which validate looks at it; else active. */
function stateOf(
  code: Pick<Code, 'active' | 'startsAt' | 'expiresAt' | 'maxUsesTotal' | 'redemptionCount'>,
  now: number,
): State {
  if (!code.active) return 'archived';
  if (code.startsAt !== null && Date.parse(code.startsAt) > now) return 'scheduled';
  if (code.expiresAt !== null && Date.parse(code.expiresAt) < now) return 'expired';
  if (code.maxUsesTotal !== null && code.redemptionCount >= code.maxUsesTotal) return 'usedUp';
  return 'active';
}

const KIND = { active: 'on', scheduled: 'waiting', expired: 'off', usedUp: 'off', archived: 'off' } as const;

export function CodeStatus({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.status');
  const { dateTime } = useFormatter();
  const state = stateOf(code, useClock());
  if (state !== 'scheduled' || code.startsAt === null)
    return <Status kind={KIND[state]}>{t(state, { date: '' })}</Status>;
  return (
    <Status kind="waiting">
      {t('scheduled', { date: dateTime(new Date(code.startsAt), dayStyle(code.startsAt)) })}
    </Status>
  );
}
