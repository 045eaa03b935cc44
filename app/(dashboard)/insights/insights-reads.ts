/** The data of the page of insights, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { MODELS, type Model } from '@/server/modules/overview/insights/vocabulary';

export const PERIODS = [7, 30, 90, 365] as const;
export const WINDOWS = [1, 3, 7, 14, 30, 90] as const;
export const ADDRESS = { model: 'last_touch', window: '7', days: '30', currency: '' };
/** The longest period that is looked at for e-mails. */
const LONGEST_OF_MAIL = 90;

export interface Chosen {
  model: Model;
  windowDays: number;
  periodDays: number;
}

/** Returns the chosen values. An address that somebody typed may say anything. */
export const chosenIn = ({ model, window, days }: Readonly<Record<keyof typeof ADDRESS, string>>): Chosen => ({
  model: MODELS.find((known) => known === model) ?? 'last_touch',
  windowDays: WINDOWS.find((known) => String(known) === window) ?? 7,
  periodDays: PERIODS.find((known) => String(known) === days) ?? 30,
});

export const attributionOptions = (trpc: Api, chosen: Chosen) =>
  trpc.insights.attribution.queryOptions(chosen, { placeholderData: keepPreviousData });

export const deliverabilityOptions = (trpc: Api, { periodDays }: Chosen) =>
  trpc.insights.deliverability.queryOptions(
    { windowDays: Math.min(periodDays, LONGEST_OF_MAIL) },
    { placeholderData: keepPreviousData },
  );
