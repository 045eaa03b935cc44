import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type {
  CheckoutStatus as CheckoutState,
  OrderStatus as OrderState,
} from '@/server/platform/lib/shared-vocabulary';
import { CHECKOUT_KINDS, ORDER_KINDS } from './order';

export function OrderStatus({ status }: { status: OrderState }) {
  return <Status kind={ORDER_KINDS[status]}>{useTranslations('orders.statuses')(status)}</Status>;
}

export function CheckoutStatus({ status }: { status: CheckoutState }) {
  return <Status kind={CHECKOUT_KINDS[status]}>{useTranslations('orders.checkoutStatuses')(status)}</Status>;
}
