/** The values and bounds of the search's fields. Without zod, so that pages that only show results need not load it. */

/** The kinds of records, in the order of display. */
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

/** The shortest word that is searched: a shorter word would find everything. */
export const SHORTEST_WORD = 2;
export const LONGEST_QUERY = 200;
