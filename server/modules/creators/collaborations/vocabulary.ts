/**
 * The values that fields of collaborations accept, and their bounds (docs/contract/collaborations.md). Imports neither
 * zod nor Node, because pages read this file.
 */

export const KINDS = ['brief', 'affiliate'] as const;
export type Kind = (typeof KINDS)[number];

export const COLLABORATION_STATUSES = [
  'invited',
  'applied',
  'accepted',
  'in_review',
  'changes_requested',
  'approved',
  'completed',
  'active',
  'suspended',
  'ended',
  'declined',
  'expired',
] as const;
export type CollaborationStatus = (typeof COLLABORATION_STATUSES)[number];

/** The statuses that a collaboration never leaves. */
export const FINAL: readonly CollaborationStatus[] = ['completed', 'ended', 'declined', 'expired'];
/** The statuses in which a collaboration fills a slot of its brief. */
export const HOLDS_SLOT: readonly CollaborationStatus[] = [
  'accepted',
  'in_review',
  'changes_requested',
  'approved',
  'completed',
];
/** The statuses in which a creator is at work for a brief. */
export const UNDER_WAY: readonly CollaborationStatus[] = ['accepted', 'in_review', 'changes_requested', 'approved'];
/** The statuses in which a submission may arrive. */
export const TAKES_SUBMISSIONS: readonly CollaborationStatus[] = ['accepted', 'changes_requested', 'in_review'];

export const SUBMISSION_STATUSES = ['submitted', 'changes_requested', 'approved'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export const WARNINGS = ['DISCLOSURE_MISSING', 'LATE'] as const;
export type Warning = (typeof WARNINGS)[number];
export const MOST_SUBMISSIONS = 200;

export const SHIPPING_STATES = ['none', 'wanted', 'sent'] as const;
export const AUTHORS = ['merchant', 'creator'] as const;
export type Author = (typeof AUTHORS)[number];

export const MAILED = ['queued', 'not_configured'] as const;
export type Mailed = (typeof MAILED)[number];

/** The reasons why a person was not invited. */
export const SKIPPED = ['ALREADY_COLLABORATING', 'OPTED_OUT', 'SLOTS_FULL'] as const;
export type Skipped = (typeof SKIPPED)[number];

export const MOST_INVITED = 100;
/** The days after which an unanswered invitation expires. */
export const INVITED_DAYS = 14;
/** The portal stays open for so long after the end. */
export const PORTAL_DAYS = 180;

/** Social networks, under the same names as in channels. */
export const SOCIAL_PLATFORMS = [
  'social_p1',
  'social_p2',
  'social_p3',
  'social_p4',
  'social_p5',
  'social_p6',
  'social_p7',
] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];
