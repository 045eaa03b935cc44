/** What each provider can receive and answer (docs/contract/inbox.md#receiving). Data only, so that the browser can read it. */
import type { Family, ProviderId } from '@/server/providers/catalog';

interface Reach {
  /** Whether what people write comes in before anybody has switched it on. */
  byDefault: boolean;
  /** A free text goes out within 24 hours of their last message only. */
  hasWindow: boolean;
  /** Whether the vendor takes a picture's address along with a text. */
  pictures: boolean;
  /** What the vendor takes at most, and how it counts. */
  longest: number;
  counts: 'characters' | 'bytes';
}

const reach = (longest: number, more: Partial<Reach> = {}): Reach => ({
  byDefault: true,
  hasWindow: false,
  pictures: true,
  counts: 'characters',
  longest,
  ...more,
});

/** What is missing receives nothing. */
const REACHES: Partial<Record<ProviderId, Reach>> = {
  sms_p1: reach(1600, { pictures: false }),
  sms_p2: reach(1600, { pictures: false }),
  msg_p1: reach(4096, { hasWindow: true }),
  msg_p2: reach(1600, { hasWindow: true }),
  msg_p3: reach(4096, { byDefault: false }),
  msg_p4: reach(5000, { byDefault: false }),
  social_p1: reach(2000, { hasWindow: true }),
  social_p2: reach(1000, { hasWindow: true, counts: 'bytes' }),
  webhook_generic: reach(10_000),
};

export const reachOf = (provider: ProviderId): Reach | undefined => REACHES[provider];
export const RECEIVING: readonly ProviderId[] = Object.keys(REACHES) as ProviderId[];

/** Families whose vendors close a window. */
export const WINDOWED: readonly Family[] = ['whatsapp', 'facebook', 'instagram'];

/** As the vendor counts it. */
export const lengthFor = ({ counts }: Reach, text: string): number =>
  counts === 'bytes' ? new TextEncoder().encode(text).length : Array.from(text).length;
