'use client';
/** Images that are dropped, pasted or chosen into the text: a mark stands in their place until they are uploaded. */
import { useTranslations } from 'next-intl';
import { useState, type RefObject } from 'react';
import { useTRPCClient } from '@/app/trpc';
import { replaceWords, selectedIn, type } from '@/components/markdown/field-edit';
import { block } from '@/components/markdown/markdown-edit';
import { UploadRefused, uploadImage, type Purpose, type UploadFault } from '@/components/uploads/upload-image';

interface Running {
  id: number;
  name: string;
  share: number;
}

/** A page shows text about 760 pixels wide; two for each. */
const PURPOSE: Purpose = { kind: 'compose-asset', maxWidth: 1600 };
const MARK = /\(#upload-\d+\)/;

/** Checks whether an image of this text is not there yet. */
export const isWaiting = (body: string): boolean => MARK.test(body);

let count = 0;

/** `kebun-gayo_2.jpg` → “kebun gayo 2”, to be made better by the person. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_\s]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim();

export function useBodyImages(field: RefObject<HTMLTextAreaElement | null>) {
  const t = useTranslations('blog.editor');
  const client = useTRPCClient();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [fault, setFault] = useState<{ name: string; fault: UploadFault } | null>(null);

  const add = async (file: File): Promise<void> => {
    const textarea = field.current;
    if (textarea === null) return;
    const id = ++count;
    const mark = `![${t('uploading', { name: wordsOf(file.name) })}](#upload-${id})`;
    type(textarea, block(selectedIn(textarea), mark));
    const onProgress = (share: number) =>
      setRunning((others) => [...others.filter((other) => other.id !== id), { id, name: file.name, share }]);
    let words = '';
    try {
      const { publicUrl } = await uploadImage(client, file, PURPOSE, onProgress);
      words = `![${wordsOf(file.name)}](${publicUrl})`;
    } catch (error) {
      setFault({ name: file.name, fault: error instanceof UploadRefused ? error.fault : 'failed' });
    }
    setRunning((others) => others.filter((other) => other.id !== id));
    // Without effect where the field is gone.
    replaceWords(textarea, mark, words);
  };
  const addAll = (files: readonly File[]) => {
    setFault(null);
    for (const file of files) void add(file);
  };
  /** One that was uploaded before. */
  const insert = ({ name, publicUrl }: { name: string | null; publicUrl: string }) => {
    if (field.current) type(field.current, block(selectedIn(field.current), `![${wordsOf(name ?? '')}](${publicUrl})`));
  };
  return { running, fault, addAll, insert };
}
