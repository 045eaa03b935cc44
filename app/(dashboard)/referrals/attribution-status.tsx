'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Attribution } from './referral';

const KIND = {
  pending: 'waiting',
  held: 'waiting',
  review: 'waiting',
  rewarded: 'on',
  expired: 'off',
  voided: 'failed',
} as const;

type Standing = Pick<Attribution, 'status' | 'heldUntil' | 'needsReview'>;

/** Checks whether the reward of an attribution is earned and held back. */
export const isHeld = ({ status, heldUntil }: Standing): boolean => status === 'pending' && heldUntil !== undefined;

/** The status of an attribution; a held one waits for its time, or for a person. */
export function AttributionStatus({ of }: { of: Standing }) {
  const held = of.needsReview === true ? 'review' : 'held';
  const state = isHeld(of) ? held : of.status;
  return <Status kind={KIND[state]}>{useTranslations('referrals.statuses')(state)}</Status>;
}
