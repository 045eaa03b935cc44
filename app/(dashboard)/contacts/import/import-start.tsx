'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { DropZone } from '@/components/ui/drop-zone';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { usePageDrop } from '@/components/ui/use-page-drop';
import { FileFault } from '@/components/csv-file/file-fault';
import { FileReading } from '@/components/csv-file/file-reading';
import { useAccount } from '@/components/shell/use-account';
import { languageIn } from '@/server/lib/language';
import { ImportSetup } from './import-setup';
import { keptImport } from './kept-import';
import { ACCEPT } from '@/components/csv-file/limits';
import { forgetHandedOver, handedOver } from './pending-file';
import { RecentImports } from './recent-imports';
import { useInspection, type Chosen } from '@/components/csv-file/use-inspection';

/** `from` names an import whose file is opened again, to correct its columns. */
const ADDRESS = { from: '' };

/** The first half of an import: the file, then what its columns stand for. */
export function ImportStart() {
  const t = useTranslations('contacts.import');
  const words = useTranslations('csv');
  const workspace = useAccount()?.workspace;
  const [{ from }, setAddress] = useAddress(ADDRESS);
  const kept = useQuery({
    queryKey: ['kept-import', from],
    queryFn: () => keptImport(from),
    enabled: from !== '',
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  }).data;
  const [dropped, setDropped] = useState<File | null>(handedOver);
  const [choices, setChoices] = useState<Chosen | null>(null);
  useEffect(() => forgetHandedOver, []);

  const file = dropped ?? kept?.file ?? null;
  const chosen = choices ?? (dropped === null && kept ? { ...kept.format, hasHeader: kept.hasHeader } : {});
  const { summary, error, reading, progress } = useInspection(
    file,
    chosen,
    workspace ? languageIn(workspace.country) : undefined,
  );
  const take = (next: File) => {
    setChoices(null);
    setDropped(next);
  };
  const reset = () => {
    setDropped(null);
    setChoices(null);
    setAddress({ from: '' });
  };
  const over = usePageDrop(take);
  const head = (
    <PageHead title={t('title')} lead={file ? undefined : t('lead')} back={{ href: '/contacts', label: t('back') }} />
  );
  if (file && summary) {
    return (
      <>
        {head}
        <ImportSetup
          // Another file or another reading of it begins with its own guesses.
          key={`${file.name}/${file.size}/${file.lastModified}/${summary.headers.join('\n')}`}
          file={file}
          summary={summary}
          reading={reading}
          corrected={dropped === null ? (kept ?? null) : null}
          onChoose={(patch) => setChoices({ ...chosen, ...patch })}
          onOther={reset}
        />
      </>
    );
  }
  return (
    <>
      {head}
      {file && reading && <FileReading name={file.name} progress={progress} />}
      {error && !reading && (
        <FileFault error={error} name={file?.name ?? ''} chosen={chosen} onGuess={() => setChoices({})} />
      )}
      {!(file && reading) && (
        <>
          <DropZone
            title={words(over ? 'release' : 'drop')}
            choose={words('choose')}
            help={t('dropHelp')}
            accept={ACCEPT}
            onFile={take}
          />
          <RecentImports />
        </>
      )}
    </>
  );
}
