/**
 * A document: a page, a feed, a sitemap. One function of a plain request gives a plain answer, so that a Next route
 * handler, a test and whoever else make the same bytes.
 */
import type { RawAnswer, RawCall } from '@/server/platform/access/route';

export type DocumentCall = Pick<
  RawCall,
  'services' | 'method' | 'url' | 'headers' | 'params' | 'query' | 'body' | 'now' | 'reader' | 'log'
>;

export type Document = (call: DocumentCall) => Promise<RawAnswer>;
