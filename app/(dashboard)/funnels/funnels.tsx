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
import { FunnelTable } from './funnel-table';
import { RECIPE_NAMES } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnels.module.css';

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
