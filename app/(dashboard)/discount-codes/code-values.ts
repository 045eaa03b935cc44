/** The values that the fields of the form hold, and their conversion to and from what is stored. */
import { toClock, toInstant } from '@/components/ui/clock-time';
import { fromSmallest, toSmallest, type Typed } from './amounts';
import { isPercent, type Code, type CodeInput } from './code';

/** Names are those of the schema, so that faults find their field. */
export interface CodeValues extends Record<string, unknown> {
  code: string;
  description: string;
  type: Code['type'];
  /** A percentage, or an amount as people write it. */
  value: Typed;
  currency: string;
  scope: Code['scope'];
  productIds: string[];
  tagFilter: string[];
  minPurchaseAmount: Typed;
  maxUsesTotal: Typed;
  maxUsesPerCustomer: Typed;
  /** Clock time in the workspace's zone, `2026-01-31 09:00:00`, as date pickers have it. */
  startsAt: string | null;
  expiresAt: string | null;
  active: boolean;
  public: boolean;
  marketingCampaignId: string | null;
  /** Null: it is for everybody. */
  segmentId: string | null;
  firstOrderOnly: boolean;
}

export const emptyValues = (currency: string): CodeValues => ({
  code: '',
  description: '',
  type: 'percent',
  value: '',
  currency,
  scope: 'cart',
  productIds: [],
  tagFilter: [],
  minPurchaseAmount: '',
  maxUsesTotal: '',
  maxUsesPerCustomer: '',
  startsAt: null,
  expiresAt: null,
  active: true,
  public: false,
  marketingCampaignId: null,
  segmentId: null,
  firstOrderOnly: false,
});

export function valuesOf(code: Code, timeZone: string): CodeValues {
  return {
    code: code.code,
    description: code.description ?? '',
    type: code.type,
    value: isPercent(code.type) ? code.value : fromSmallest(code.value, code.currency),
    currency: code.currency,
    scope: code.scope,
    productIds: code.productIds,
    tagFilter: code.tagFilter,
    minPurchaseAmount: code.minPurchaseAmount === null ? '' : fromSmallest(code.minPurchaseAmount, code.currency),
    maxUsesTotal: code.maxUsesTotal ?? '',
    maxUsesPerCustomer: code.maxUsesPerCustomer ?? '',
    startsAt: toClock(code.startsAt, timeZone),
    expiresAt: toClock(code.expiresAt, timeZone),
    active: code.active,
    public: code.public,
    marketingCampaignId: code.marketingCampaignId,
    segmentId: code.eligibility?.segmentId ?? null,
    firstOrderOnly: code.eligibility?.firstOrderOnly ?? false,
  };
}

export function inputOf(values: CodeValues, timeZone: string): CodeInput {
  const orNull = (typed: Typed): number | null => (typed === '' ? null : typed);
  return {
    code: values.code.trim(),
    description: values.description.trim() === '' ? null : values.description.trim(),
    type: values.type,
    // NaN for an empty field: the schema refuses it.
    value: isPercent(values.type)
      ? values.value === ''
        ? Number.NaN
        : values.value
      : toSmallest(values.value, values.currency),
    currency: values.currency.trim(),
    scope: values.scope,
    productIds: values.productIds,
    tagFilter: values.tagFilter,
    minPurchaseAmount: values.minPurchaseAmount === '' ? null : toSmallest(values.minPurchaseAmount, values.currency),
    maxUsesTotal: orNull(values.maxUsesTotal),
    maxUsesPerCustomer: orNull(values.maxUsesPerCustomer),
    startsAt: toInstant(values.startsAt, timeZone),
    expiresAt: toInstant(values.expiresAt, timeZone),
    active: values.active,
    public: values.public,
    marketingCampaignId: values.marketingCampaignId,
    eligibility:
      values.segmentId === null && !values.firstOrderOnly
        ? null
        : { segmentId: values.segmentId, firstOrderOnly: values.firstOrderOnly },
  };
}
