import { NotSentError, type Transport } from '@/server/platform/vendors/provider';

const refuse = (): Promise<never> => Promise.reject(new NotSentError('The sandbox lets nothing out.'));

/** The transport while the sandbox stands in for a vendor: every request is refused. */
export const NO_TRANSPORT: Transport = { request: refuse, guarded: refuse };
