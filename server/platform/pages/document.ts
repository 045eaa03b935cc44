/**
 * A document: a page, a feed, a sitemap. It is one function from a plain request to a plain answer, so that a Next
 * route handler and a test get the same bytes.
 */
import type { RawAnswer, RawCall } from '@/server/platform/access/route';

export type DocumentCall = Pick<
  RawCall,
  'services' | 'method' | 'url' | 'headers' | 'params' | 'query' | 'body' | 'now' | 'reader' | 'log'
>;

export type Document = (call: DocumentCall) => Promise<RawAnswer>;
