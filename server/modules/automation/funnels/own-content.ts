/** Contents that belong to a single funnel message (docs/contract/funnels.md#sending). */
import type { Cart } from '@/server/modules/automation/funnels/enrolment-state';
import { isObject } from '@/server/modules/messaging/broadcasts/content';

/** The facts about a message's person that a webhook receives. */
export interface FunnelFacts {
  funnelId: string;
  stepId: string;
  enrolmentId: string;
  contact: {
    id: string;
    email: string | null;
    phone: string | null;
    firstName: string | null;
    lastName: string | null;
    externalRef: string | null;
  };
  cart: Pick<Cart, 'value' | 'currency' | 'url'> | null;
  discountCode: string | null;
}

/** Adds the person and the funnel to a webhook's content. */
export const withFunnel =
  (funnel: FunnelFacts) =>
  (content: unknown): unknown => ({ ...(isObject(content) ? content : {}), funnel });

const CODE_WITH_FALLBACK = /\{discountCode\|([^{}]*)\}/g;

/** Replaces a code in every text with its fallback, because the code is in no shop and nobody could use it. */
export function withoutCode(content: unknown): unknown {
  if (typeof content === 'string') return content.replaceAll(CODE_WITH_FALLBACK, '$1');
  if (Array.isArray(content)) return content.map(withoutCode);
  if (!isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, withoutCode(value)]));
}
