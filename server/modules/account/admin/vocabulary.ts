/** The words that fields of partners take. Without zod, so that pages which only show need not carry it. */

export const PARTNER_STATUSES = ['active', 'suspended', 'archived'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

/** all: a partner's keys work for every workspace; linked: for those that it is linked with. */
export const LINK_MODES = ['all', 'linked'] as const;
export type LinkMode = (typeof LINK_MODES)[number];
