'use client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import classes from './campaign-select.module.css';

/** An option of its own, so that the keyboard reaches it as well. */
const NONE = 'none';

interface Props {
  /** Id of the campaign; null: none. */
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
  disabled?: boolean;
  className?: string | undefined;
  /** Without words around it, where a label stands already. Screen readers hear this one. */
  bare?: string;
}

/**
 * The campaign that something belongs to, among those that are not archived; one that was chosen before stays chosen.
 */
export function CampaignSelect({ value, onChange, error, disabled = false, className, bare }: Props) {
  const t = useTranslations('marketingCampaigns');
  const trpc = useTRPC();
  const query = useQuery(trpc.marketingCampaigns.selector.queryOptions());
  const offered = query.data?.campaigns ?? [];
  const isEnabledProvider = offered.some(({ id }) => id === value);
  // Archived, or older than the 200 that are offered.
  const stored = useQuery(
    trpc.marketingCampaigns.get.queryOptions(
      { id: value ?? '' },
      { enabled: value !== null && query.isSuccess && !isEnabledProvider },
    ),
  );
  const campaigns =
    value !== null && !isEnabledProvider && stored.data?.id === value ? [stored.data, ...offered] : offered;
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const nothing = query.isPending
    ? t('select.loading')
    : offered.length === 0
      ? t('select.empty')
      : t('select.nothing');
  return (
    <Select
      {...(bare === undefined ? { label: t('select.label'), description: t('select.help') } : { 'aria-label': bare })}
      className={className}
      placeholder={t('select.loading')}
      error={error}
      disabled={disabled}
      searchable
      // Whoever clicks the chosen one again means it.
      allowDeselect={false}
      data={[
        { value: NONE, label: t('select.none') },
        ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === null ? NONE : byId.has(value) ? value : null}
      onChange={(id) => onChange(id === NONE ? null : id)}
      nothingFoundMessage={nothing}
      renderOption={({ option }) => {
        const campaign = byId.get(option.value);
        return (
          <span className={classes.option}>
            <span className={classes.name}>{option.label}</span>
            {campaign && (
              <span
                className={classes.soft}
              >{`${t(`goals.${campaign.goal}`)} · ${t(`status.${campaign.status}`)}`}</span>
            )}
          </span>
        );
      }}
    />
  );
}
