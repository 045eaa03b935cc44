/** The data of the list of segments, chosen by its address; read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', show: 'active' };
export const SHOWN = ['active', 'archived', 'all'] as const;

/** Returns the chosen value. An address that somebody typed may say anything. */
export const showOf = ({ show }: Readonly<Record<'show', string>>) => SHOWN.find((each) => each === show) ?? 'active';

export const listOptions = (trpc: Api, show: ReturnType<typeof showOf>) =>
  trpc.audienceSegments.list.queryOptions(show === 'all' ? {} : { status: show });
