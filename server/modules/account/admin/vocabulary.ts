/** The values of a partner's fields. Without zod, so that pages that only show partners need not load it. */

export const PARTNER_STATUSES = ['active', 'suspended', 'archived'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

/** all: a partner's keys work for every workspace; linked: only for workspaces that the partner is linked with. */
export const LINK_MODES = ['all', 'linked'] as const;
export type LinkMode = (typeof LINK_MODES)[number];
