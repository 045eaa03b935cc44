/** The jobs of billing by name and payload, for whoever asks for one; what they do is in jobs.ts. */
import { z } from 'zod';

const ofInvoice = z.object({ accountId: z.string(), invoiceId: z.string() });

/** Ends, at its provider, the subscription of a first invoice that another one has replaced. */
export const END_SUBSCRIPTION = { name: 'billing.end-subscription', payload: ofInvoice };

/** Has the provider close a checkout that was left unpaid. */
export const CLOSE_CHECKOUT = { name: 'billing.close-checkout', payload: ofInvoice };

/** Asks the provider for the payment of a renewal's invoice. */
export const RENEW = { name: 'billing.renew', payload: ofInvoice };

/** One job for each invoice waits at a time. */
export const endKey = (invoiceId: string): string => `billing.end:${invoiceId}`;
export const closeKey = (invoiceId: string): string => `billing.close:${invoiceId}`;
export const renewKey = (invoiceId: string): string => `billing.renew:${invoiceId}`;
