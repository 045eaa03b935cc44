/**
 * The hooks between modules: one list, in the order in which handlers run and take their locks. A handler runs in the
 * transaction of the event that it handles, so that both are written or neither. server/assembly/services.ts imports
 * this list, and every process makes services.
 */
import { onChannelRevoked, onShopRevoked } from '@/server/modules/account/admin/made-by';
import { redeemOrderCodes } from '@/server/modules/offers/discount-codes/redeem-order-codes';
import { onShopperEvents } from '@/server/modules/audience/events/event-hooks';
import { followShopperEvents } from '@/server/modules/automation/funnels/shop-events';
import { hookRevoked } from '@/server/modules/messaging/inbox/channels';
import { endRevoked } from '@/server/modules/shops/connections/end-revoked';
import { fireOrdersPlaced, publishPurchases } from '@/server/modules/shops/orders/first-paid';
import {
  beforeOrders,
  onOrdersCanceled,
  onOrdersPaid,
  onOrdersRefunded,
} from '@/server/modules/shops/orders/order-hooks';
import { recordOrders } from '@/server/modules/offers/pixels/record-orders';
import { attributeOrders, cancelOrders, holdWhose, refundOrders } from '@/server/modules/creators/programs/orders';

beforeOrders.handledBy(holdWhose);
onOrdersPaid.handledBy(redeemOrderCodes, publishPurchases, recordOrders, attributeOrders, fireOrdersPlaced);
onOrdersRefunded.handledBy(refundOrders);
onOrdersCanceled.handledBy(cancelOrders);

onShopperEvents.handledBy(followShopperEvents);

onShopRevoked.handledBy(endRevoked);
onChannelRevoked.handledBy(hookRevoked);
