'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FileFormat } from '@/components/csv/format';
import { inspectFile, type FileSummary } from '@/components/csv/inspect';
import type { Language } from '@/server/platform/lib/language';
import { MAX_ROWS } from './limits';

/** The values that the person chose instead of a guess. */
export type Chosen = Partial<FileFormat & { hasHeader: boolean }>;

interface Inspection {
  summary: FileSummary | undefined;
  /** A CsvFault, mostly. */
  error: Error | null;
  reading: boolean;
  /** Share of the file that has been read. */
  progress: number;
}

/**
 * Reads through a file, in steps that leave the page alive, and again when another format is chosen.
 * @param language of the workspace; undefined until it is known
 */
export function useInspection(file: File | null, chosen: Chosen, language: Language | undefined): Inspection {
  const t = useTranslations('csv');
  const [progress, setProgress] = useState(0);
  const which = file === null ? null : [file.name, file.size, file.lastModified].join('/');
  const query = useQuery({
    queryKey: ['csv-file', which, chosen, language],
    queryFn: ({ signal }) => {
      if (file === null || language === undefined) throw new Error('There is no file.');
      return inspectFile(file, {
        chosen,
        maxRows: MAX_ROWS,
        language,
        nameOf: (position) => t('unnamed', { position }),
        onProgress: setProgress,
        signal,
      });
    },
    enabled: file !== null && language !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    networkMode: 'always',
    // Another reading of the same file replaces the one before it; another file begins with nothing.
    placeholderData: (previous: FileSummary | undefined, before) =>
      before?.queryKey[1] === which ? previous : undefined,
  });
  return {
    summary: file === null || query.isError ? undefined : query.data,
    error: query.error,
    reading: query.isFetching,
    progress,
  };
}
