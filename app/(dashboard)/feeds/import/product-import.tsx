'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FileFault } from '@/components/csv-file/file-fault';
import { FileReading } from '@/components/csv-file/file-reading';
import { ACCEPT } from '@/components/csv-file/limits';
import { useInspection, type Chosen } from '@/components/csv-file/use-inspection';
import { useAccount } from '@/components/shell/use-account';
import { DropZone } from '@/components/ui/drop-zone';
import { PageHead } from '@/components/ui/page-head';
import { usePageDrop } from '@/components/ui/use-page-drop';
import { languageIn } from '@/server/lib/language';
import { ProductSetup } from './product-setup';

/** Products from a file: what its columns stand for, what would happen, and then it happens, from this tab. */
export function ProductImport() {
  const t = useTranslations('feeds.import');
  const words = useTranslations('csv');
  const workspace = useAccount()?.workspace;
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const { summary, error, reading, progress } = useInspection(
    file,
    chosen,
    workspace ? languageIn(workspace.country) : undefined,
  );
  const take = (next: File | null) => {
    setChosen({});
    setFile(next);
  };
  const over = usePageDrop(take);
  return (
    <>
      <PageHead title={t('title')} lead={file ? undefined : t('lead')} back={{ href: '/feeds', label: t('back') }} />
      {file && summary && workspace ? (
        <ProductSetup
          // Another file or another reading of it begins with its own guesses.
          key={`${file.name}/${file.size}/${file.lastModified}/${summary.headers.join('\n')}`}
          file={file}
          summary={summary}
          reading={reading}
          prices={{ language: languageIn(workspace.country), currency: workspace.currency }}
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
              title={words(over ? 'release' : 'drop')}
              choose={words('choose')}
              help={t('dropHelp')}
              accept={ACCEPT}
              onFile={take}
            />
          )}
        </>
      )}
    </>
  );
}
