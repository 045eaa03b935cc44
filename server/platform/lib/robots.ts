/**
 * Tells visits of people from fetches by machines; for figures, not for security. Robots are recognised by their
 * User-Agent (isbot's list; robots.test.ts checks it for the link previews of messengers).
 */
import { isbot } from 'isbot';
import type { RawCall } from '@/server/platform/access/route';

/** @param userAgent null and undefined: not sent, as by shops' own servers */
export const isRobot = (userAgent: string | null | undefined): boolean => isbot(userAgent ?? null);

/** Checks for a prefetch: the browser requests an address before a person has opened it. */
const isPrefetch = (headers: RawCall['headers']): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /prefetch|prerender|preview/i.test(String(value ?? '')),
  );

/** Checks for a visit: a person's browser will show the page. */
export const isVisit = ({ method, headers }: Pick<RawCall, 'method' | 'headers'>): boolean =>
  method === 'GET' && !isPrefetch(headers) && !isRobot(headers['user-agent']);
