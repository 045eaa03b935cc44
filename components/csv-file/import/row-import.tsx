'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FileFault } from '@/components/csv-file/file-fault';
import { FileReading } from '@/components/csv-file/file-reading';
import type { RowKind } from '@/components/csv-file/import/kind';
import { RowSetup } from '@/components/csv-file/import/row-setup';
import { ACCEPT } from '@/components/csv-file/limits';
import { useInspection, type Chosen } from '@/components/csv-file/use-inspection';
import { DropZone } from '@/components/ui/drop-zone';
import { PageHead } from '@/components/ui/page-head';
import { usePageDrop } from '@/components/ui/use-page-drop';
import type { Language } from '@/server/platform/lib/language';

interface Props<Item extends object, Field extends string, Problem extends string> {
  kind: RowKind<Item, Field, Problem>;
  /** The language of the workspace, by which numbers are read; null until it is known. */
  language: Language | null;
}

/** Things from a file: what its columns stand for, what would happen, and then it happens, from this tab. */
export function RowImport<Item extends object, Field extends string, Problem extends string>({
  kind,
  language,
}: Props<Item, Field, Problem>) {
  const t = useTranslations('csv');
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const { summary, error, reading, progress } = useInspection(file, chosen, language ?? undefined);
  const take = (next: File | null) => {
    setChosen({});
    setFile(next);
  };
  const over = usePageDrop(take);
  const { words } = kind;
  return (
    <>
      <PageHead title={words.title} lead={file ? undefined : words.lead} back={words.back} />
      {file && summary ? (
        <RowSetup
          // Another file or another reading of it begins with its own guesses.
          key={`${file.name}/${file.size}/${file.lastModified}/${summary.headers.join('\n')}`}
          kind={kind}
          file={file}
          summary={summary}
          reading={reading}
          onChoose={(patch) => setChosen({ ...chosen, ...patch })}
          onOther={() => take(null)}
        />
      ) : (
        <>
          {file && reading && <FileReading name={file.name} progress={progress} />}
          {error && !reading && (
            <FileFault error={error} name={file?.name ?? ''} chosen={chosen} onGuess={() => setChosen({})} />
          )}
          {!(file && reading) && (
            <DropZone
              title={t(over ? 'release' : 'drop')}
              choose={t('choose')}
              help={words.dropHelp}
              accept={ACCEPT}
              onFile={take}
            />
          )}
        </>
      )}
    </>
  );
}
