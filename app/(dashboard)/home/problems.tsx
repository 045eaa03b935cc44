'use client';
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import classes from './problems.module.css';

type Problem = Outputs['insights']['problems']['problems'][number];

/** Something is being lost; the rest can wait a little. */
const LOSING: ReadonlySet<Problem['kind']> = new Set([
  'plan_past_due',
  'channel_failing',
  'broadcast_failing',
  'complaints_high',
  'conversions_failing',
  'feed_refused',
  'webhook_stopped',
  'integration_failing',
  'integration_webhooks',
  'privacy_request',
  'funnel_no_channel',
  'funnel_trigger_gone',
]);

const PAGE_OF: Record<
  Exclude<
    Problem['kind'],
    | 'plan_full'
    | 'channel_failing'
    | 'channel_expiring'
    | 'broadcast_failing'
    | 'broadcast_paused'
    | 'integration_failing'
    | 'integration_webhooks'
    | 'codes_not_pushed'
    | 'funnel_held'
    | 'funnel_no_channel'
    | 'funnel_trigger_gone'
  >,
  string
> = {
  plan_past_due: '/billing',
  plan_ending: '/billing',
  invoice_open: '/billing',
  complaints_high: '/insights',
  conversions_failing: '/pixels',
  feed_empty: '/feeds',
  feed_refused: '/feeds',
  webhook_stopped: '/webhooks',
  privacy_request: '/integrations',
  referrals_held: '/referrals?view=reviews',
  commissions_held: '/commissions?status=held',
  conversations_waiting: '/inbox',
  submissions_waiting: '/collaborations?status=in_review',
  collaborations_unread: '/collaborations?status=unread',
};

function pageOf(problem: Problem): string {
  switch (problem.kind) {
    case 'channel_failing':
    case 'channel_expiring':
      return `/channels/${problem.id}`;
    case 'broadcast_failing':
    case 'broadcast_paused':
      return `/broadcasts/${problem.id}`;
    case 'integration_failing':
    case 'integration_webhooks':
    case 'codes_not_pushed':
      return `/integrations/${problem.id}`;
    case 'funnel_held':
    case 'funnel_no_channel':
    case 'funnel_trigger_gone':
      return `/funnels/${problem.id}`;
    case 'plan_full':
      return '/billing';
    default:
      return PAGE_OF[problem.kind];
  }
}

/** The present problems: a sentence and a link each. Nothing when nothing is. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations('home.problems');
  if (problems.length === 0) return null;
  return (
    <section className={classes.problems} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul>
        {problems.map((problem, index) => {
          const losing = LOSING.has(problem.kind);
          const Icon = losing ? IconAlertTriangle : IconClockExclamation;
          return (
            <li key={index} data-losing={losing || undefined}>
              <Icon size={18} stroke={1.7} aria-hidden />
              <p>
                <Sentence problem={problem} />
              </p>
              <Link href={pageOf(problem)}>{t(`open.${problem.kind}`)}</Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Sentence({ problem }: { problem: Problem }): ReactNode {
  const t = useTranslations('home.problems');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  switch (problem.kind) {
    case 'plan_past_due':
      return t('plan_past_due', {
        plan: plans(planOf(problem.plan)),
        ends: String(problem.at !== null),
        date: problem.at === null ? '' : format.dateTime(problem.at),
      });
    case 'plan_ending':
      return t('plan_ending', { plan: plans(planOf(problem.plan)), date: format.dateTime(problem.at) });
    case 'invoice_open':
      return t('invoice_open', {
        plan: plans(planOf(problem.plan)),
        amount: format.money(problem.amount, problem.currency),
        date: format.dateTime(problem.at),
      });
    case 'plan_full':
      return t(`plan_full.${problem.resource}`, { used: problem.used, limit: problem.limit });
    case 'channel_failing':
      return t.rich('channel_failing', { name: () => <strong>{problem.name}</strong>, reason: problem.reason });
    case 'channel_expiring':
      return t.rich('channel_expiring', {
        name: () => <strong>{problem.name}</strong>,
        over: String(new Date(problem.at) < new Date()),
        date: format.dateTime(problem.at),
      });
    case 'broadcast_failing':
      return t.rich('broadcast_failing', {
        name: () => <strong>{problem.name}</strong>,
        failed: problem.failed,
        messages: problem.messages,
      });
    case 'complaints_high':
      return t('complaints_high', {
        complained: problem.complained,
        delivered: problem.delivered,
        rate: format.rate(problem.rate),
      });
    case 'broadcast_paused':
      return t.rich('broadcast_paused', { name: () => <strong>{problem.name}</strong> });
    case 'conversions_failing':
      return t('conversions_failing', { failed: problem.failed });
    case 'feed_empty':
      return t('feed_empty');
    case 'feed_refused':
      return t('feed_refused', { products: problem.products });
    case 'webhook_stopped':
      return t.rich('webhook_stopped', { url: () => <strong>{problem.url}</strong> });
    case 'integration_failing':
      return t.rich('integration_failing', {
        name: () => <strong>{problem.name}</strong>,
        said: String(problem.reason !== null),
        reason: problem.reason ?? '',
      });
    case 'integration_webhooks':
      return t.rich('integration_webhooks', { name: () => <strong>{problem.name}</strong>, dropped: problem.dropped });
    case 'codes_not_pushed':
      return t.rich('codes_not_pushed', { name: () => <strong>{problem.name}</strong>, codes: problem.codes });
    case 'funnel_held':
    case 'funnel_no_channel':
    case 'funnel_trigger_gone':
      return t.rich(problem.kind, { name: () => <strong>{problem.name}</strong> });
    case 'referrals_held':
    case 'commissions_held':
    case 'conversations_waiting':
    case 'submissions_waiting':
    case 'collaborations_unread':
      return t(problem.kind, { count: problem.count });
    case 'privacy_request':
      return t.rich('privacy_request', {
        named: String(problem.email !== null),
        email: () => <strong>{problem.email}</strong>,
        date: format.dateTime(problem.at),
      });
  }
}

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;
const planOf = (stored: string): (typeof PLANS)[number] => PLANS.find((known) => known === stored) ?? 'free';
