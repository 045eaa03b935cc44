/** Steps as they are added, complete where they can be. */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Step } from '@/server/modules/automation/funnels/step-schema';
import type { StepKind } from '@/server/modules/automation/funnels/vocabulary';

interface Facts {
  id: string;
  /** The provider of the newest active channel. */
  provider: ProviderId;
  currency: string;
  /** The id of the first list. */
  listId: string | undefined;
  /** The message that stands before it. */
  messageStepId: string | undefined;
}

const REASON = 'done';

/** @returns undefined where there is nothing that it could be about, such as a list */
export function newStep(kind: StepKind, { id, provider, currency, listId, messageStepId }: Facts): Step | undefined {
  switch (kind) {
    case 'send':
      return {
        id,
        kind,
        config: { provider, content: {}, holdoutPercent: 0, ignoreWindow: false, ignoreCap: false },
        next: null,
      };
    case 'delay':
      return { id, kind, config: { minutes: 24 * 60 }, next: null };
    case 'wait_until':
      return { id, kind, config: { any: [{ event: 'purchase' }], minutes: 24 * 60 }, next: null, timeout: null };
    case 'condition':
      return {
        id,
        kind,
        config: messageStepId === undefined ? { cart: 'recovered' } : { stepId: messageStepId, is: 'opened' },
        yes: null,
        no: null,
      };
    case 'split':
      return {
        id,
        kind,
        config: {
          variants: [
            { id: 'a', weight: 50, next: null },
            { id: 'b', weight: 50, next: null },
          ],
          metric: 'goal',
        },
      };
    case 'mint_code':
      return {
        id,
        kind,
        config: {
          ...{ type: 'percent', value: 10, currency, scope: 'cart', productIds: [], tagFilter: [] },
          ...{ minPurchaseAmount: null, prefix: 'HELLO', expiresInHours: 72, reuse: true, marketingCampaignId: null },
        },
        next: null,
      };
    case 'update_contact':
      return { id, kind, config: { attributes: { funnel: 'done' } }, next: null };
    case 'list':
      return listId === undefined ? undefined : { id, kind, config: { add: listId }, next: null };
    case 'exit':
      return { id, kind, config: { reason: REASON } };
  }
}
