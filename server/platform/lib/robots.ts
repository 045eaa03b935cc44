/**
 * Tells whether somebody has come, or a machine has fetched: for figures, not for walls. Robots are known by what they
 * call themselves (isbot's list, to which robots.test.ts holds those that draw previews of links in messengers).
 */
import { isbot } from 'isbot';
import type { RawCall } from '@/server/platform/access/route';

/** @param userAgent null and undefined: nothing was said, which shops' own servers do */
export const isRobot = (userAgent: string | null | undefined): boolean => isbot(userAgent ?? null);

/** Checks whether a request fetches an address that nobody has asked for yet. */
const isPrefetch = (headers: RawCall['headers']): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /prefetch|prerender|preview/i.test(String(value ?? '')),
  );

/** A person's browser has asked for the page, and is going to show it. */
export const isVisit = ({ method, headers }: Pick<RawCall, 'method' | 'headers'>): boolean =>
  method === 'GET' && !isPrefetch(headers) && !isRobot(headers['user-agent']);
