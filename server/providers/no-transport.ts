import { NotSentError, type Transport } from '@/server/providers/provider';

const refuse = (): Promise<never> => Promise.reject(new NotSentError('The sandbox lets nothing out.'));

/** Where the sandbox stands in for a vendor, nothing else speaks to it either. */
export const NO_TRANSPORT: Transport = { request: refuse, guarded: refuse };
