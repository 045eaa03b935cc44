/**
 * The store of uploaded files (docs/contract/uploads.md): this machine's disk, or any S3-compatible store by settings.
 */

/** The bytes of a file, as they were announced. */
export interface AnnouncedFile {
  key: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** A permission to PUT one file. */
export interface SignedUpload {
  url: string;
  /** The headers that the PUT must send, beside the length of its body. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface UploadStore {
  /** Signs an address that takes a file of exactly this type and size for 15 minutes. */
  sign(file: AnnouncedFile, now: Date): Promise<SignedUpload>;
  /** Returns the address where anybody reads the file. */
  publicUrl(key: string): string;
  /** True when the store tells that the bytes of a key have come; otherwise a signed key is all that is known. */
  readonly reportsBytes: boolean;
  /** Origins that a browser must reach to write to it and to read from it. */
  readonly origins: readonly string[];
}

/** The time for which a signed address works, in seconds. */
export const SIGNED_SECONDS = 15 * 60;
