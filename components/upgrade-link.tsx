'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC, type Outputs } from '@/app/trpc';
import type { Limit } from '@/components/plan-limits';
import { useAccount } from '@/components/shell/use-account';
import { useFormat } from '@/components/ui/format';

type Offer = Outputs['billing']['overview']['plans'][number];

const FRESH_MS = 60_000;

interface Props {
  /** The thing that there is no room for; undefined where it is not known. */
  limit: Limit | undefined;
  /** Opens in a new tab, because this page may hold changes that are not saved. */
  beside?: boolean;
}

const size = (limit: number | boolean): number =>
  typeof limit === 'boolean' ? Number(limit) : limit === -1 ? Number.POSITIVE_INFINITY : limit;

/** The smallest plan above the one that is enforced that has more of something; undefined where there is none. */
export function liftOf(
  { plans, effectivePlan }: Pick<Outputs['billing']['overview'], 'plans' | 'effectivePlan'>,
  limit: Limit,
): Offer | undefined {
  const own = plans.findIndex(({ id }) => id === effectivePlan);
  const now = plans[own];
  return now === undefined
    ? undefined
    : plans.slice(own + 1).find(({ limits }) => size(limits[limit]) > size(now.limits[limit]));
}

/** “Starter lifts this: from Rp299.000 a month”, leading to the plans. */
export function UpgradeLink({ limit, beside = false }: Props) {
  const t = useTranslations('shell.upgrade');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const currency = useAccount()?.workspace?.currency === 'IDR' ? 'IDR' : 'USD';
  const overview = useQuery(useTRPC().billing.overview.queryOptions(undefined, { staleTime: FRESH_MS })).data;
  const lift = overview === undefined || limit === undefined ? undefined : liftOf(overview, limit);
  const words =
    lift === undefined
      ? t('plans')
      : t('lifts', { plan: plans(lift.id), price: format.money(lift.prices[currency], currency) });
  return (
    <Anchor
      component={Link}
      href="/billing#plans"
      fw={550}
      underline="always"
      {...(beside ? { target: '_blank' } : {})}
    >
      {words}
    </Anchor>
  );
}
