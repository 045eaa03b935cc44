/** Uploads of merchants (docs/contract/uploads.md): images, signed first and then PUT to where they are kept. */
import * as z from 'zod';
import { instantOut, text } from '@/server/lib/fields';
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/server/resources/uploads/vocabulary';

/** What an upload is for: a picture of a post or an e-mail, or the workspace's logo. */
export const UPLOAD_KINDS = ['compose-asset', 'merchant-logo'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

export const signInput = z.object({
  kind: z.enum(UPLOAD_KINDS).meta({ description: 'What it is for.', sample: 'compose-asset' }),
  contentType: z.enum(UPLOAD_TYPES),
  size: z.number().int().min(1).max(MAX_UPLOAD_BYTES).meta({ description: 'Bytes, exactly.', sample: 48213 }),
});
export type SignInput = z.output<typeof signInput>;

export const signOutput = z.object({
  url: z.string().meta({ description: 'PUT the bytes here.' }),
  publicUrl: z.string().meta({ description: 'Where anybody reads it once it is there.' }),
  key: z.string().meta({ description: 'Its name in blocks: logoKey, assetKey.' }),
  headers: z.record(z.string(), z.string()).meta({ description: 'What the PUT must send.' }),
  expiresAt: instantOut.meta({ description: 'Until when the address takes it.' }),
});
export type SignedUploadOutput = z.output<typeof signOutput>;

export const byKey = z.object({ key: text(1, 200) });
export const storedUpload = z.object({
  key: z.string(),
  publicUrl: z.string(),
  contentType: z.string(),
  size: z.number(),
});
export type StoredUpload = z.output<typeof storedUpload>;
