/**
 * The store of uploaded files (docs/contract/uploads.md): this machine's disk, or any S3-compatible store by settings.
 */

/** A file as announced before its upload. */
export interface AnnouncedFile {
  key: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** The permission to PUT one file. */
export interface SignedUpload {
  url: string;
  /** The headers that the PUT must send, beside Content-Length. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface UploadStore {
  /** Signs an address that accepts a file of exactly this type and size for 15 minutes. */
  sign(file: AnnouncedFile, now: Date): Promise<SignedUpload>;
  /** Returns the address where anybody reads the file. */
  publicUrl(key: string): string;
  /** True when the store can tell that the bytes of a key have arrived; otherwise only the signed key is known. */
  readonly reportsBytes: boolean;
  /** The origins that a browser needs for uploads and for showing files. */
  readonly origins: readonly string[];
}

/** The time for which a signed address works, in seconds. */
export const SIGNED_SECONDS = 15 * 60;
