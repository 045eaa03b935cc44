'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { isShipping, type Code } from '@/app/(dashboard)/discount-codes/code';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useTRPC } from '@/app/trpc';
import { CampaignLink } from '@/components/campaign-select/campaign-link';
import { DateTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './code-detail.module.css';

/** The funnel that minted a code, and the person it was for; without names once that is over and long ago. */
function FunnelOrigin({ enrolmentId }: { enrolmentId: string }) {
  const t = useTranslations('discountCodes.rules');
  const { data } = useQuery(useTRPC().funnels.ofEnrolment.queryOptions({ enrolmentId }));
  if (data === undefined) return t('originFunnel');
  const { contactId, funnel } = data;
  return t.rich('originFunnelNamed', {
    funnel: () => (
      <Link href={`/funnels/${funnel.id}`} className={classes.origin}>
        {funnel.name}
      </Link>
    ),
    person: (words) => (
      <Link href={`/contacts/${contactId}`} className={classes.origin}>
        {words}
      </Link>
    ),
  });
}

/** The number of ids or tags that are named before the rest is counted. */
const NAMED = 12;

/** The effect of the code and the people it is for, one rule a line. */
export function CodeRules({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.rules');
  const tCampaign = useTranslations('marketingCampaigns.select');
  const format = useFormat();
  const words = useCodeWords();
  const times = (limit: number | null) => (limit === null ? t('limitNone') : t('times', { count: limit }));
  const rules: (readonly [label: string, value: ReactNode])[] = [
    [t('gives'), words.gives(code)],
    [t('scope'), <Scope key="scope" code={code} />],
    [
      t('minimum'),
      code.minPurchaseAmount === null ? t('minimumNone') : format.money(code.minPurchaseAmount, code.currency),
    ],
    [t('total'), times(code.maxUsesTotal)],
    [t('perCustomer'), times(code.maxUsesPerCustomer)],
    [t('eligibility'), <Whom key="whom" code={code} />],
    [t('currency'), t('currencyHelp', { currency: code.currency })],
    [t('starts'), code.startsAt === null ? t('startsNow') : <DateTime key="starts" value={code.startsAt} />],
    [t('expires'), code.expiresAt === null ? t('expiresNever') : <DateTime key="expires" value={code.expiresAt} />],
    [t('public'), code.public ? t('publicYes') : t('publicNo')],
    ...(code.description === null ? [] : [[t('description'), code.description] as const]),
    ...(code.marketingCampaignId === null
      ? []
      : [[tCampaign('label'), <CampaignLink key="campaign" id={code.marketingCampaignId} />] as const]),
    ...originOf(code, t),
    [t('created'), <DateTime key="created" value={code.createdAt} />],
    ...(code.updatedAt === code.createdAt
      ? []
      : [[t('updated'), <DateTime key="updated" value={code.updatedAt} />] as const]),
  ];
  return (
    <Panel title={t('title')}>
      <Facts labels="8.5rem">
        {rules.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

function originOf(
  { source, sourceRefId }: Code,
  t: ReturnType<typeof useTranslations<'discountCodes.rules'>>,
): (readonly [string, ReactNode])[] {
  if (source === 'manual') return [];
  if (source === 'funnel' && sourceRefId !== null)
    return [[t('origin'), <FunnelOrigin key="origin" enrolmentId={sourceRefId} />]];
  const words =
    source === 'referral_referrer' ? t('originReferrer') : source === 'referral_referee' ? t('originReferee') : source;
  // A reward names the referral that earned it.
  const from = source.startsWith('referral_') && sourceRefId !== null;
  return [
    [
      t('origin'),
      from ? (
        <Link key="origin" href={`/referrals/attributions/${sourceRefId}`} className={classes.origin}>
          {words}
        </Link>
      ) : (
        words
      ),
    ],
  ];
}

/** For whom the code is. */
function Whom({ code: { eligibility } }: { code: Code }) {
  const t = useTranslations('discountCodes.rules');
  const segmentId = eligibility?.segmentId ?? null;
  const { data } = useQuery(useTRPC().audienceSegments.list.queryOptions({}, { enabled: segmentId !== null }));
  if (eligibility === undefined) return t('everybody');
  if (segmentId === null) return t('firstOrder');
  const name = data?.segments.find(({ id }) => id === segmentId)?.name ?? t('aSegment');
  return t(eligibility.firstOrderOnly ? 'segmentFirst' : 'segment', { name });
}

function Scope({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.rules');
  if (code.scope === 'cart') return isShipping(code.type) ? t('scopeShipping') : t('scopeCart');
  const all = code.scope === 'products' ? code.productIds : code.tagFilter;
  return (
    <>
      {code.scope === 'products' ? t('scopeProducts') : t('scopeTags')}
      <span className={classes.entries}>
        {all.slice(0, NAMED).map((entry) => (
          <code key={entry}>{entry}</code>
        ))}
        {all.length > NAMED && t('more', { count: all.length - NAMED })}
      </span>
    </>
  );
}
