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
import { languageIn } from '@/server/platform/lib/language';
import { ImportSetup } from './import-setup';
import { keptImport } from './kept-import';
import { ACCEPT } from '@/components/csv-file/limits';
import { forgetHandedOver, handedOver } from './pending-file';
import { useInspection, type Chosen } from '@/components/csv-file/use-inspection';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { ImportStatusMark } from './import-status';
import classes from '@/components/csv-file/csv-file.module.css';

type Entry = Outputs['contacts']['imports']['list']['imports'][number];

/** Earlier imports, and those that are under way. */
function RecentImports() {
  const t = useTranslations('contacts.import.recent');
  const format = useFormat();
  const trpc = useTRPC();
  const imports = useQuery(trpc.contacts.imports.list.queryOptions()).data?.imports ?? [];
  if (imports.length === 0) return null;
  const columns: Column<Entry>[] = [
    {
      key: 'file',
      head: t('file'),
      card: 'title',
      cell: ({ fileName }) => <span className={classes.recentName}>{fileName}</span>,
    },
    {
      key: 'status',
      head: t('status'),
      card: 'state',
      width: 11,
      cell: ({ status }) => <ImportStatusMark status={status} />,
    },
    { key: 'rows', head: t('rows'), align: 'end', cell: ({ totalRows }) => format.number(totalRows) },
    {
      key: 'created',
      priority: 1,
      head: t('created'),
      align: 'end',
      cell: ({ status, created }) => (status === 'done' || status === 'importing' ? format.number(created) : <None />),
    },
    {
      key: 'refused',
      card: 'hidden',
      head: t('refused'),
      align: 'end',
      cell: ({ status, refused }) =>
        status === 'uploading' || status === 'checking' ? <None /> : format.number(refused),
    },
    {
      key: 'when',
      head: t('when'),
      width: 10,
      priority: 1,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return (
    <section className={classes.recent} aria-labelledby="recent-imports">
      <h2 id="recent-imports">{t('title')}</h2>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/contacts/import/${id}`}
        isDimmed={({ status }) => status === 'canceled'}
      />
    </section>
  );
}

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
