'use client';
import { useSearchParams } from 'next/navigation';

/**
 * Forms of what can belong to a campaign begin with the one that the address names: the campaign's page links to them
 * so.
 */
const PARAMETER = 'marketingCampaignId';

export const beginIn = (path: string, campaignId: string): string => `${path}?${PARAMETER}=${campaignId}`;

/** The campaign that a new one begins in; null for none. */
export const useBegunCampaign = (): string | null => useSearchParams().get(PARAMETER);
