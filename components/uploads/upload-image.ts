/** An image from the browser into the store of uploads (docs/contract/uploads.md): checked, made fit, signed, sent. */
import type { useTRPCClient } from '@/app/trpc';
import { isOneOf } from '@/server/platform/lib/narrow';
import { type UploadKind } from '@/server/modules/account/uploads/schema';
import { MAX_NAME, MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/server/modules/account/uploads/vocabulary';

/** Two for each pixel of an e-mail. */
const MAX_WIDTH = 1200;
/** Smaller images are not touched: encoding anew costs quality. */
const SMALL_BYTES = 400 * 1024;
const JPEG_QUALITY = 0.86;

function hasTransparency(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/**
 * Prepares a picture for sending before it is uploaded: no wider than two pixels for each that is shown, and in a format
 * that Outlook and the share cards of messengers show (they know neither WebP nor AVIF). A GIF stays as it is, for it
 * may move.
 * @throws Error when the browser cannot read it as a picture
 */
async function prepareImage(file: File, maxWidth = MAX_WIDTH): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  const bitmap = await createImageBitmap(file);
  const shown = file.type === 'image/png' || file.type === 'image/jpeg';
  if (shown && bitmap.width <= maxWidth && file.size <= SMALL_BYTES) return file;
  const scale = Math.min(1, maxWidth / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = file.type === 'image/jpeg' || !hasTransparency(context) ? 'image/jpeg' : 'image/png';
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  return made === null || (shown && made.size >= file.size) ? file : made;
}

export type UploadFault = 'type' | 'size' | 'unreadable' | 'failed';

/** Nothing was stored. */
export class UploadRefused extends Error {
  constructor(readonly fault: UploadFault) {
    super(`The image was not uploaded: ${fault}.`);
  }
}

export interface StoredImage {
  key: string;
  /** The name of its file, or the name that people have given it since. */
  name: string | null;
  /** Absolute; anybody reads it there. */
  publicUrl: string;
  contentType: string;
  size: number;
}

export interface Purpose {
  kind: UploadKind;
  /** Wider ones are made smaller, pixels. */
  maxWidth?: number;
}

/** PUT with progress, which fetch does not tell. */
function put(
  url: string,
  headers: Record<string, string>,
  body: Blob,
  onShare: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`The store answered ${request.status}.`));
    request.onerror = () => reject(new Error('The store was not reached.'));
    request.send(body);
  });
}

/**
 * @param onShare told how much has been sent, 0 to 1
 * @throws UploadRefused
 */
export async function uploadImage(
  client: ReturnType<typeof useTRPCClient>,
  file: File,
  { kind, maxWidth }: Purpose,
  onShare: (share: number) => void,
): Promise<StoredImage> {
  if (!isOneOf(UPLOAD_TYPES, file.type)) throw new UploadRefused('type');
  if (file.size > MAX_UPLOAD_BYTES) throw new UploadRefused('size');
  onShare(0);
  const image = await prepareImage(file, maxWidth).catch(() => null);
  if (image === null || !isOneOf(UPLOAD_TYPES, image.type)) throw new UploadRefused('unreadable');
  try {
    const name = file.name.slice(0, MAX_NAME) || null;
    const { url, headers, key, publicUrl } = await client.uploads.sign.mutate({
      kind,
      contentType: image.type,
      size: image.size,
      name,
    });
    await put(url, headers, image, onShare);
    return { key, name, publicUrl, contentType: image.type, size: image.size };
  } catch {
    throw new UploadRefused('failed');
  }
}
