'use client';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useAddress } from '@/components/ui/use-address';
import { Deliverability } from './deliverability';
import {
  ADDRESS,
  attributionOptions,
  chosenIn,
  deliverabilityOptions,
  PERIODS,
  WINDOWS,
  type Chosen,
} from './insights-reads';
import classes from './insights.module.css';
import { IconChevronDown } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormat } from '@/components/ui/format';
import { MODELS, MOST_ORDERS } from '@/server/modules/overview/insights/vocabulary';
import { Sources } from './sources';

type Answer = Outputs['insights']['attribution'];
type OfCurrency = Answer['currencies'][number];
type Address = Record<keyof typeof ADDRESS, string>;

interface Props {
  attribution: Answer;
  chosen: Chosen;
  /** Empty: the one with the most orders. */
  currency: string;
  onChoose: (patch: Partial<Address>) => void;
}

/** Revenue by what brought it, one currency at a time. */
function Attribution({ attribution, chosen, currency, onChoose }: Props) {
  const t = useTranslations('insights.attribution');
  const format = useFormat();
  const { currencies } = attribution;
  const shown = currencies.find((each) => each.currency === currency) ?? currencies[0];
  return (
    <Panel title={t('title')} aside={<Choices {...{ chosen, currencies, shown, onChoose }} />}>
      {shown === undefined ? (
        <p className={classes.none}>
          {t('empty', { days: chosen.periodDays })} <Link href="/integrations">{t('connect')}</Link>
        </p>
      ) : (
        <div className={classes.columns}>
          <Shares of={shown} />
          <Sources key={shown.currency} of={shown} />
        </div>
      )}
      {attribution.limited && (
        <p className={classes.limited}>
          {t('limited', { orders: MOST_ORDERS, from: format.dateTime(attribution.from) })}
        </p>
      )}
      <details className={classes.rule}>
        <summary>
          {t('rule.title')}
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </summary>
        <p>{t('rule.orders', { days: chosen.periodDays })}</p>
        <p>{t(`rule.${chosen.model}`)}</p>
        <p>{t('rule.touches', { days: chosen.windowDays })}</p>
        <p>{t('rule.ties')}</p>
      </details>
    </Panel>
  );
}

function Choices({
  chosen,
  currencies,
  shown,
  onChoose,
}: Pick<Props, 'chosen' | 'onChoose'> & { currencies: readonly OfCurrency[]; shown: OfCurrency | undefined }) {
  const t = useTranslations('insights.attribution');
  return (
    <div className={classes.choices}>
      {currencies.length > 1 && shown !== undefined && (
        <Choice
          label={t('currency')}
          value={shown.currency}
          options={currencies.map((each) => ({ value: each.currency, label: each.currency }))}
          onChange={(currency) => onChoose({ currency })}
        />
      )}
      <Choice
        label={t('window')}
        value={String(chosen.windowDays)}
        options={WINDOWS.map((days) => ({ value: String(days), label: t('windows', { days }) }))}
        onChange={(window) => onChoose({ window })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('model')}
        data={MODELS.map((value) => ({ value, label: t(`models.${value}`) }))}
        value={chosen.model}
        onChange={(model) => onChoose({ model })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One of a few, in the browser's own menu. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <span className={classes.choice}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.8} aria-hidden />
    </span>
  );
}

/** All revenue, and each kind's part of it, the largest first; what nothing touched comes last. */
function Shares({ of: { currency, orders, revenue, touches, unattributed } }: { of: OfCurrency }) {
  const t = useTranslations('insights.attribution');
  const format = useFormat();
  const parts = [
    ...touches.toSorted((a, b) => b.revenue - a.revenue || b.orders - a.orders),
    { kind: 'none' as const, ...unattributed },
  ];
  return (
    <div>
      <p className={classes.total}>
        <output>{format.money(revenue, currency)}</output>
        <span>{t('orders', { orders })}</span>
      </p>
      <ul className={classes.shares}>
        {parts.map((part) => (
          <li key={part.kind} data-none={part.kind === 'none' || undefined} data-idle={part.orders === 0 || undefined}>
            <span>{t(`kinds.${part.kind}`)}</span>
            <span className={classes.number}>
              <strong>{format.money(part.revenue, currency)}</strong>
              <span>{format.share(revenue === 0 ? 0 : part.revenue / revenue)}</span>
            </span>
            <div
              className={classes.bar}
              style={{ '--share': `${revenue === 0 ? 0 : (100 * part.revenue) / revenue}%` }}
            />
            <small>{t('orders', { orders: part.orders })}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sources of the revenue, and how e-mails arrive. */
export function Insights() {
  const t = useTranslations('insights');
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const chosen = chosenIn(address);
  const attribution = useQuery(attributionOptions(trpc, chosen));
  const deliverability = useQuery(deliverabilityOptions(trpc, chosen));
  const queries = [attribution, deliverability];
  const failed = queries.find((query) => query.isError);
  const period = (
    <SegmentedControl
      size="xs"
      aria-label={t('choosePeriod')}
      data={PERIODS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(chosen.periodDays)}
      onChange={(days) => setAddress({ days })}
    />
  );
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} action={period} />
      {failed && (
        <ErrorNotice
          error={failed.error}
          act="read"
          onRetry={() => queries.filter((query) => query.isError).forEach((query) => void query.refetch())}
        />
      )}
      <div className={classes.page}>
        {attribution.data && (
          <Attribution
            attribution={attribution.data}
            chosen={chosen}
            currency={address.currency}
            onChoose={setAddress}
          />
        )}
        {attribution.isPending && <Waiting />}
        {deliverability.data && <Deliverability deliverability={deliverability.data} />}
        {deliverability.isPending && <Waiting />}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Panel>
      <Skeleton height={14} width={160} mb={20} />
      <Skeleton height={220} />
    </Panel>
  );
}
