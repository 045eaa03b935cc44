import type { Outputs } from '@/app/trpc';
import type { ACTIVITY_DAYS } from '@/server/modules/offers/abandoned-cart/vocabulary';

/** The reminder that the pages show, as the server sends it: instants are ISO texts. */
export type Reminder = Outputs['abandonedCart']['listReminders']['items'][number];
export type ReminderDetail = Outputs['abandonedCart']['getReminder'];
export type Activity = Outputs['abandonedCart']['activity'];
export type Config = Outputs['abandonedCart']['getConfig'];
export type Suppression = Outputs['abandonedCart']['searchSuppressions']['items'][number];

export type Days = (typeof ACTIVITY_DAYS)[number];

export const ROOT = '/abandoned-cart';
export const SETTINGS = `${ROOT}/settings`;
export const SUPPRESSIONS = `${ROOT}/suppressions`;
export const reminderHref = (id: string): string => `${ROOT}/reminders/${id}`;
