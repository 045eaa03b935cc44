/** What the list of segments shows, by its address: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';

export const DEFAULTS = { q: '', show: 'active' };
export const SHOWN = ['active', 'archived', 'all'] as const;

/** What is chosen. An address that somebody typed may say anything. */
export const showOf = ({ show }: Readonly<Record<'show', string>>) => SHOWN.find((each) => each === show) ?? 'active';

export const listOptions = (trpc: Api, show: ReturnType<typeof showOf>) =>
  trpc.audienceSegments.list.queryOptions(show === 'all' ? {} : { status: show });
