/** What Home shows first: read on the server first, and in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import type { TrendMetric } from './trends';

const DAYS = 30;
export const FIRST_METRIC: TrendMetric = 'contacts.new';
const CHANGES = 6;

export const figureOptions = (trpc: Api) =>
  trpc.insights.overview.queryOptions({ windowDays: DAYS, compare: 'previous' });

export const seriesOptions = (trpc: Api, metric: TrendMetric) =>
  trpc.insights.timeseries.queryOptions({ metric, windowDays: DAYS }, { placeholderData: keepPreviousData });

export const changeOptions = (trpc: Api) => trpc.auditLog.listNamed.queryOptions({ limit: CHANGES });
