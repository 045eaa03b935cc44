'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TAKEN_IN_SHOP } from '@/server/resources/integrations/vocabulary';
import { inShopsOptions } from './code-reads';
import classes from './code-detail.module.css';

type InShop = Outputs['discountCodes']['inShops']['shops'][number];

const REFRESH_MS = 5_000;
const KINDS = { pending: 'waiting', pushed: 'on', failed: 'failed', not_expressible: 'off' } as const;

/** How the code stands in each shop that takes codes, and why where it is not there. Nothing where no shop takes any. */
export function InShops({ codeId }: { codeId: string }) {
  const t = useTranslations('discountCodes.inShops');
  const { data } = useQuery({
    ...inShopsOptions(useTRPC(), codeId),
    refetchInterval: ({ state }) =>
      state.data?.shops.some((shop) => shop.state === 'pending') === true ? REFRESH_MS : false,
  });
  if (data === undefined || data.shops.length === 0) return null;
  return (
    <Panel title={t('title')} className={classes.shops}>
      <ul className={classes.shopList} aria-label={t('title')}>
        {data.shops.map((shop) => (
          <Shop key={shop.integrationId} shop={shop} />
        ))}
      </ul>
    </Panel>
  );
}

function Shop({ shop: { integrationId, displayName, state, reason, pushedAt } }: { shop: InShop }) {
  const t = useTranslations('discountCodes.inShops');
  return (
    <li>
      <div>
        <Anchor component={Link} href={`/integrations/${integrationId}`} inherit>
          {displayName}
        </Anchor>
        {reason !== null && <p>{reason === TAKEN_IN_SHOP ? t('taken') : reason}</p>}
        {state === 'pushed' && pushedAt !== null && (
          <p>{t.rich('since', { when: () => <DateTime value={pushedAt} /> })}</p>
        )}
      </div>
      <Status kind={KINDS[state]}>{t(`states.${state}`)}</Status>
    </li>
  );
}
