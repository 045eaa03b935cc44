/** Uploads of merchants (docs/contract/uploads.md): images, first signed and then PUT to their storage. */
import * as z from 'zod';
import { clampedInteger, cursor, instantOut, text } from '@/server/platform/lib/fields';
import { MAX_NAME, MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/server/modules/account/uploads/vocabulary';

/** The purposes of an upload: a picture of a post or an e-mail, or the workspace's logo. */
export const UPLOAD_KINDS = ['compose-asset', 'merchant-logo'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

const name = text(1, MAX_NAME);

export const signInput = z.object({
  kind: z.enum(UPLOAD_KINDS).meta({ description: 'Purpose of the image.', sample: 'compose-asset' }),
  contentType: z.enum(UPLOAD_TYPES),
  size: z.number().int().min(1).max(MAX_UPLOAD_BYTES).meta({ description: 'Exact size in bytes.', sample: 48213 }),
  name: name.nullish(),
});
export type SignInput = z.output<typeof signInput>;

export const signOutput = z.object({
  url: z.string().meta({ description: 'Address to PUT the bytes to.' }),
  publicUrl: z.string().meta({ description: 'Public address of the image once it is uploaded.' }),
  key: z.string().meta({ description: 'Name of the image in blocks: `logoKey`, `assetKey`.' }),
  headers: z.record(z.string(), z.string()).meta({ description: 'Headers that the PUT must send.' }),
  expiresAt: instantOut.meta({ description: 'End of the time in which `url` takes the image.' }),
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

/** The library of images that an e-mail or a post can use, newest first. */
export const libraryInput = z.object({
  limit: clampedInteger({ fallback: 24, min: 1, max: 100 }),
  cursor,
  q: text(0, MAX_NAME).optional().meta({ description: 'Part of a name.' }),
});
export type LibraryInput = z.output<typeof libraryInput>;
export const libraryImage = storedUpload.extend({ name: z.string().nullable(), createdAt: instantOut });
export type LibraryImage = z.output<typeof libraryImage>;
export const libraryOutput = z.object({
  items: z.array(libraryImage),
  total: z.number(),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export const renameInput = byKey.extend({ name });
export const changed = z.object({ key: z.string() });
