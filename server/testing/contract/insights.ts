import { type Entries } from '@/server/testing/contract/entry';

export const insights: Entries = () => ({
  'insights.overview': {
    success: () => ({ windowDays: 7, compare: 'previous' }),
    failure: { input: { windowDays: 'x' }, code: 'VALIDATION' },
    ids: {},
  },
  'insights.timeseries': {
    success: () => ({ metric: 'discounts.appliedByCurrency', currency: 'IDR', interval: 'week', windowDays: 60 }),
    failure: { input: { metric: 'contacts.none' }, code: 'VALIDATION' },
    ids: {},
  },
  'insights.setup': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
  'insights.attribution': {
    success: () => ({ model: 'first_touch', windowDays: 14, periodDays: 60 }),
    failure: { input: { model: 'any_touch' }, code: 'VALIDATION' },
    ids: {},
  },
  'insights.deliverability': {
    success: () => ({ windowDays: 7 }),
    failure: { input: { windowDays: 'x' }, code: 'VALIDATION' },
    ids: {},
  },
  'insights.problems': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
  'insights.topCodes': {
    success: () => ({}),
    failure: { none: 'what is no window is brought into its bounds' },
    ids: {},
  },
});
