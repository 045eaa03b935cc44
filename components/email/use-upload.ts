'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { prepareImage } from '@/components/email/prepare-image';
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/server/resources/uploads/schema';

export type UploadFault = 'type' | 'size' | 'unreadable' | 'failed';
type State = { kind: 'idle' } | { kind: 'uploading'; share: number } | { kind: 'failed'; fault: UploadFault };

/** PUT with progress, which fetch does not tell. */
function put(url: string, headers: Record<string, string>, body: Blob, onShare: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : reject(new Error(`The store answered ${request.status}.`)));
    request.onerror = () => reject(new Error('The store was not reached.'));
    request.send(body);
  });
}

const isUploadType = (type: string): type is (typeof UPLOAD_TYPES)[number] => (UPLOAD_TYPES as readonly string[]).includes(type);

/** Uploads one image at a time. @param onDone is given the upload's key */
export function useUpload(onDone: (key: string) => void) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const latest = useRef(0);

  const upload = async (file: File): Promise<void> => {
    const turn = ++latest.current;
    const show = (next: State) => turn === latest.current && setState(next);
    const fail = (fault: UploadFault) => show({ kind: 'failed', fault });
    if (!isUploadType(file.type)) return void fail('type');
    if (file.size > MAX_UPLOAD_BYTES) return void fail('size');
    show({ kind: 'uploading', share: 0 });
    const image = await prepareImage(file).catch(() => null);
    if (image === null || !isUploadType(image.type)) return void fail('unreadable');
    try {
      const { url, headers, key, publicUrl } = await client.uploads.sign.mutate({ kind: 'email', contentType: image.type, size: image.size });
      await put(url, headers, image, (share) => show({ kind: 'uploading', share }));
      queryClient.setQueryData(trpc.uploads.get.queryKey({ key }), { key, publicUrl, contentType: image.type, size: image.size });
      if (turn !== latest.current) return;
      setState({ kind: 'idle' });
      onDone(key);
    } catch {
      fail('failed');
    }
  };
  return { state, upload: (file: File) => void upload(file) };
}
