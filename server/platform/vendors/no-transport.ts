import { NotSentError, type Transport } from '@/server/platform/vendors/provider';

const refuse = (): Promise<never> => Promise.reject(new NotSentError('The sandbox lets nothing out.'));

/** The transport where the sandbox stands in for a vendor: nothing else speaks to the vendor either. */
export const NO_TRANSPORT: Transport = { request: refuse, guarded: refuse };
