/**
 * The words that fields of the search take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */

/** In the order in which they are shown. */
export const KINDS = [
  'contact',
  'contactList',
  'audienceSegment',
  'form',
  'order',
  'conversation',
  'broadcast',
  'funnel',
  'template',
  'discountCode',
  'referralLink',
  'blogPost',
  'marketingCampaign',
  'campaign',
  'program',
  'collaboration',
  'integration',
] as const;

/** The shortest word that finds something: a shorter one would find everything. */
export const SHORTEST_WORD = 2;
export const LONGEST_QUERY = 200;
