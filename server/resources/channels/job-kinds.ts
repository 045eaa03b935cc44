/** The jobs of channels by name and payload, for whoever asks for one; what they do is in jobs.ts. */
import { z } from 'zod';

const ofChannel = z.object({ accountId: z.string(), channelId: z.string() });

/** Verifies and applies the callbacks of a channel that wait. */
export const APPLY_CALLBACKS = { name: 'channels.apply-callbacks', payload: ofChannel };

/** Reads what a person may choose from after OAuth. */
export const LIST_ASSETS = { name: 'channels.list-assets', payload: ofChannel };
