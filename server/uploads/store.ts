/**
 * Where uploaded files are kept (docs/contract/uploads.md): this machine's disk, or any S3-compatible store by
 * settings.
 */

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
  /** Signs an address that takes a file of exactly this type and size for 15 minutes. */
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
