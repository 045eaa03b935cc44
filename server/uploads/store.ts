/** Where uploaded files are kept (4 §D): this machine's disk, or any S3-compatible store by settings. */
import type { Settings } from '@/server/env';
import { diskStore } from '@/server/uploads/disk';
import { s3Store } from '@/server/uploads/s3';

/** What the bytes of a file will be, as they were announced. */
export interface AnnouncedFile {
  key: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** A permission to PUT one file. */
export interface SignedUpload {
  url: string;
  /** What the PUT must send, beside the length of its body. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface UploadStore {
  /** For 15 minutes, for exactly this type and size. */
  sign(file: AnnouncedFile, now: Date): Promise<SignedUpload>;
  /** Where anybody reads the file. */
  publicUrl(key: string): string;
  /** Whether it tells when the bytes of a key have come; otherwise a signed key is all that is known. */
  readonly tellsOfBytes: boolean;
  /** Origins that a browser must reach to write to it and to read from it. */
  readonly origins: readonly string[];
}

/** How long a signed address works. */
export const SIGNED_SECONDS = 15 * 60;

export const openUploadStore = (settings: Pick<Settings, 's3' | 'baseUrl' | 'appSecret'>): UploadStore =>
  settings.s3 === null ? diskStore(settings) : s3Store(settings.s3);
