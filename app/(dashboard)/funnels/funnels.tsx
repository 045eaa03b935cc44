'use client';
import { IconRoute, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations, useLocale } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { NewButton } from '@/components/ui/new-button';
import { EVERY_FUNNEL } from './funnel-address';
import { RECIPE_NAMES } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnels.module.css';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Sums } from '@/components/ui/sums';
import type { Brought, FunnelSummary } from './funnel';
import { FunnelStatus } from './funnel-status';
import { useFunnelWords } from './use-funnel-words';

/** The results that each funnel brought lately, once they are known. */
function FunnelTable({ funnels, brought }: { funnels: readonly FunnelSummary[]; brought: Brought | undefined }) {
  const t = useTranslations('funnels');
  const words = useFunnelWords();
  const format = useFormat();
  const of = (id: string) => brought?.funnels.find((each) => each.id === id);
  const columns: Column<FunnelSummary>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 18,
      cell: ({ name, trigger, problems }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          <span data-note>{words.trigger(trigger)}</span>
          {problems.length > 0 && <span data-problem>{t('problemCount', { count: problems.length })}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('columns.state'),
      card: 'corner',
      width: 10,
      cell: (funnel) => <FunnelStatus funnel={funnel} />,
    },
    {
      key: 'inside',
      head: t('columns.inside'),
      width: 7,
      align: 'end',
      priority: 5,
      cell: ({ counts }) => format.number(counts.active),
    },
    {
      key: 'converted',
      head: t('columns.converted'),
      width: 8,
      align: 'end',
      priority: 4,
      // Beside revenue in two currencies it has no room on a phone.
      card: 'hidden',
      cell: ({ id }) => brought !== undefined && format.number(of(id)?.converted ?? 0),
    },
    {
      key: 'revenue',
      head: t('columns.revenue'),
      width: 11,
      align: 'end',
      wraps: true,
      priority: 3,
      cell: ({ id }) => <Sums sums={largestFirst(of(id)?.revenueByCurrency ?? {})} />,
    },
    {
      key: 'completed',
      head: t('columns.completed'),
      width: 7,
      align: 'end',
      priority: 1,
      card: 'hidden',
      cell: ({ counts }) => format.number(counts.completed),
    },
    {
      key: 'exited',
      head: t('columns.exited'),
      width: 7,
      align: 'end',
      card: 'hidden',
      cell: ({ counts }) => format.number(counts.exited),
    },
    {
      key: 'changed',
      head: t('columns.changed'),
      width: 9,
      priority: 2,
      card: 'hidden',
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="funnels"
      columns={columns}
      rows={funnels}
      rowKey={({ id }) => id}
      isDimmed={({ status }) => status === 'archived'}
      rowHref={({ id }) => `/funnels/${id}`}
    />
  );
}

/** Each currency by itself, the largest first. */
const largestFirst = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => b.amount - a.amount);

/** The recipes that one can begin with, as cards. */
function Recipes({ onPick }: { onPick: (key: string) => void }) {
  const t = useTranslations('funnels.recipes');
  const names = RECIPE_NAMES[useLocale()];
  const { data } = useQuery(useTRPC().funnels.recipes.queryOptions());
  return (
    <section className={classes.recipes} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul>
        {data?.recipes.map(({ key, definition }) => (
          <li key={key}>
            <button type="button" onClick={() => onPick(key)}>
              <strong>{names[key].name}</strong>
              <span>{names[key].description}</span>
              <small>
                {t('steps', { count: definition.steps.length })}
                <IconArrowRight {...SMALL_ICON} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NewFunnelDrawer = whenOpened(async () => (await import('./new-funnel-drawer')).NewFunnelDrawer);

/** `new` opens the form, with the recipe of this key or, as `1`, with none chosen. */
const ADDRESS = { show: 'current', new: '' };
const SHOWN = ['current', 'live', 'archived'] as const;

/** Every funnel, how it stands and who is in it; recipes while there is none. */
export function Funnels() {
  const t = useTranslations('funnels');
  const [address, setAddress] = useAddress(ADDRESS);
  const trpc = useTRPC();
  const query = useQuery(trpc.funnels.list.queryOptions(EVERY_FUNNEL));
  const brought = useQuery(trpc.funnels.brought.queryOptions());
  const all = query.data?.funnels;
  const show = SHOWN.find((known) => known === address.show) ?? 'current';
  const open = (recipe: string) => setAddress({ new: recipe });
  return (
    <>
      <ResourceList
        title={t('title')}
        lead={t('lead')}
        action={<NewButton onClick={() => open('1')}>{t('new')}</NewButton>}
        empty={{ icon: <IconRoute {...ICON} />, sentence: t('empty') }}
        toolbar={
          <ListToolbar
            filters={
              <FilterChips
                label={t('filters.label')}
                options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={show}
                onChange={(value) => setAddress({ show: value })}
              />
            }
          />
        }
        list={listedWhole(
          query,
          all,
          all?.filter(({ status }) => (show === 'current' ? status !== 'archived' : status === show)),
        )}
        skeleton={<TableSkeleton columns={5} />}
        onClear={show === 'current' ? undefined : () => setAddress({ show: 'current' })}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/funnels' },
              { title: t('api.recipes'), method: 'GET', path: '/api/v1/funnels/recipes' },
            ]}
          />
        }
      >
        {(rows) => <FunnelTable funnels={rows} brought={brought.data} />}
      </ResourceList>
      {all?.length === 0 && <Recipes onPick={open} />}
      <NewFunnelDrawer opened={address.new !== ''} recipe={address.new} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
