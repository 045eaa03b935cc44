/** The data of Home, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import type { TrendMetric } from './trends';

export const PERIODS = [7, 30, 90] as const;
const FALLBACK_DAYS = 30;
export const DEFAULTS = { days: String(FALLBACK_DAYS) };
export const FIRST_METRIC: TrendMetric = 'contacts.new';
const CHANGES = 6;

/** Returns the chosen number of days. An address that somebody typed may say anything. */
export const daysOf = (address: Readonly<Record<'days', string>>): number =>
  PERIODS.find((known) => String(known) === address.days) ?? FALLBACK_DAYS;

export const figureOptions = (trpc: Api, windowDays: number) =>
  trpc.insights.overview.queryOptions({ windowDays, compare: 'previous' }, { placeholderData: keepPreviousData });

export const seriesOptions = (trpc: Api, metric: TrendMetric, windowDays: number) =>
  trpc.insights.timeseries.queryOptions({ metric, windowDays }, { placeholderData: keepPreviousData });

export const codeOptions = (trpc: Api, windowDays: number) =>
  trpc.insights.topCodes.queryOptions({ windowDays }, { placeholderData: keepPreviousData });

export const changeOptions = (trpc: Api) => trpc.auditLog.listNamed.queryOptions({ limit: CHANGES });
