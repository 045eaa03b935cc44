'use client';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import { ListToolbar } from '@/components/ui/list-toolbar';
import classes from './audit-log.module.css';
import { actionsOf, periodOf, PERIODS, type Address } from './filter';
import { TARGET_TYPES } from './known';
import { useActor } from './sentence';

interface Props {
  address: Address;
  onChange: (patch: Partial<Address>) => void;
}

/** Filters for what changed, who did it, and when. */
export function LogFilters({ address, onChange }: Props) {
  const t = useTranslations('auditLog');
  const trpc = useTRPC();
  const actorWords = useActor();
  const actors = useQuery(trpc.auditLog.actors.queryOptions()).data?.actors ?? [];
  const actions = actionsOf(address);
  const period = periodOf(address);
  return (
    <>
      <ListToolbar
        filters={
          <>
            <FilterChips
              label={t('filters.period')}
              options={PERIODS.map((value) => ({ value, label: t(`filters.periods.${value}`) }))}
              value={period}
              onChange={(next) => onChange({ period: next })}
            />
            <FilterSelect
              label={t('filters.what')}
              all={t('filters.anything')}
              options={TARGET_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
              value={address.what}
              onChange={(what) => onChange({ what, action: '' })}
            />
            {actions.length > 1 && (
              <FilterSelect
                label={t('filters.action')}
                all={t('filters.anyAction')}
                options={actions.map((value) => ({ value, label: t(`actions.${value}`) }))}
                value={address.action}
                onChange={(action) => onChange({ action })}
              />
            )}
            {actors.length > 1 && (
              <FilterSelect
                label={t('filters.who')}
                all={t('filters.anyone')}
                options={actors.map(({ id, kind, name, handle }) => ({
                  value: id,
                  label: actorWords({ actorKind: kind, actorName: name, actorHandle: handle }),
                }))}
                value={address.who}
                onChange={(who) => onChange({ who })}
              />
            )}
            {address.target !== '' && (
              <button
                type="button"
                className={classes.target}
                onClick={() => onChange({ target: '' })}
                aria-label={t('filters.targetClear')}
              >
                {t('filters.target')}
                <IconX size={14} stroke={1.8} aria-hidden />
              </button>
            )}
          </>
        }
      />
      {period === 'dates' && (
        <div className={classes.dates}>
          <InstantField
            label={t('filters.from')}
            placeholder={t('filters.fromPlaceholder')}
            defaultTimeValue="00:00"
            value={address.from === '' ? null : address.from}
            onChange={(from) => onChange({ from: from ?? '' })}
          />
          <InstantField
            label={t('filters.to')}
            placeholder={t('filters.toPlaceholder')}
            defaultTimeValue="23:59"
            value={address.to === '' ? null : address.to}
            onChange={(to) => onChange({ to: to ?? '' })}
          />
          <p>
            <ZoneNote />
          </p>
        </div>
      )}
    </>
  );
}
