'use client';
import { useRef, useState } from 'react';
import { useTRPCClient } from '@/app/trpc';
import {
  UploadRefused,
  uploadImage,
  type Purpose,
  type StoredImage,
  type UploadFault,
} from '@/components/uploads/upload-image';

type State = { kind: 'idle' } | { kind: 'uploading'; share: number } | { kind: 'failed'; fault: UploadFault };

/** Uploads one image at a time; a newer one takes the place of one that is on its way. */
export function useUpload(purpose: Purpose, onDone: (stored: StoredImage) => void) {
  const client = useTRPCClient();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const latest = useRef(0);

  const upload = async (file: File): Promise<void> => {
    const turn = ++latest.current;
    const show = (next: State) => turn === latest.current && setState(next);
    try {
      const stored = await uploadImage(client, file, purpose, (share) => show({ kind: 'uploading', share }));
      if (turn !== latest.current) return;
      setState({ kind: 'idle' });
      onDone(stored);
    } catch (error) {
      show({ kind: 'failed', fault: error instanceof UploadRefused ? error.fault : 'failed' });
    }
  };
  return { state, upload: (file: File) => void upload(file) };
}
