/** An image from the browser into the store of uploads (docs/contract/uploads.md): checked, made fit, signed, sent. */
import type { useTRPCClient } from '@/app/trpc';
import { prepareImage } from '@/components/uploads/prepare-image';
import { isOneOf } from '@/server/lib/narrow';
import { type UploadKind } from '@/server/resources/uploads/schema';
import { MAX_NAME, MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/server/resources/uploads/vocabulary';

export type UploadFault = 'type' | 'size' | 'unreadable' | 'failed';

/** Nothing was stored. */
export class UploadRefused extends Error {
  constructor(readonly fault: UploadFault) {
    super(`The image was not uploaded: ${fault}.`);
  }
}

export interface StoredImage {
  key: string;
  /** Of its file, or what people call it since. */
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
