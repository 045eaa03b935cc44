'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import type { CampaignSummary } from './campaign';
import { CampaignStatus } from './campaign-status';
import classes from './campaigns.module.css';

const COUNTED = ['broadcasts', 'discountCodes', 'blogPosts', 'cartReminders'] as const;
/** A workspace has one of each. */
const SINGLE = ['referralPrograms', 'feeds'] as const;

export function CampaignTable({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const t = useTranslations('marketingCampaigns');
  const columns: Column<CampaignSummary>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: ({ name, description }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          {description !== null && description !== '' && <span data-note>{description}</span>}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 9,
      cell: ({ status }) => <CampaignStatus status={status} />,
    },
    { key: 'goal', head: t('columns.goal'), width: 10, cell: ({ goal }) => t(`goals.${goal}`) },
    {
      key: 'linked',
      head: t('columns.linked'),
      width: 15,
      priority: 1,
      cell: (campaign) => <Linked counts={campaign._count} />,
    },
    {
      key: 'created',
      card: 'hidden',
      width: 10,
      head: t('columns.created'),
      cell: ({ createdAt }) => (
        <span className={classes.when}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="campaigns"
      columns={columns}
      rows={campaigns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/marketing-campaigns/${id}`}
      isDimmed={({ status }) => status === 'archived'}
    />
  );
}

/** “2 broadcasts · 5 codes · Referral program”. */
function Linked({ counts }: { counts: CampaignSummary['_count'] }) {
  const t = useTranslations('marketingCampaigns.linked');
  const parts = [
    ...COUNTED.filter((key) => counts[key] > 0).map((key) => t(key, { count: counts[key] })),
    ...SINGLE.filter((key) => counts[key] > 0).map((key) => t(key)),
  ];
  if (parts.length === 0) return <span className={classes.soft}>{t('none')}</span>;
  return <span className={classes.linked}>{parts.join(' · ')}</span>;
}
