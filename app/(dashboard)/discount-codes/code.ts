import type { Inputs, Outputs } from '@/app/trpc';

/** A discount code as the server sends it: instants are ISO texts. */
export type Code = Outputs['discountCodes']['get'];
export type CodeInput = Inputs['discountCodes']['create'];
export type Validation = Outputs['discountCodes']['validate'];
export type Redemption = Outputs['discountCodes']['redemptions']['items'][number];

export const isPercent = (type: Code['type']): boolean => type === 'percent' || type === 'shipping_percent';
export const isShipping = (type: Code['type']): boolean => type === 'shipping_percent' || type === 'shipping_fixed';
