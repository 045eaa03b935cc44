'use client';
import { Button, Radio, Stack, Autocomplete } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import {
  dayOrderOf,
  guessMapping,
  silentService,
  ignoredOptOuts,
  type Mapping,
} from '@/components/csv/contact-columns';
import type { Target } from '@/components/csv/contact-targets';
import { canReach } from '@/components/csv/contact-rows';
import type { FileSummary } from '@/components/csv/inspect';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { FilePanel } from '@/components/csv-file/file-panel';
import { FirstPeople } from './first-people';
import { forgetImport, keepImport, type KeptImport } from './kept-import';
import { columnFaults, isUsable, type ColumnFault } from './mapping-faults';
import type { ImportPlan } from './plan';
import { Steps } from './steps';
import { IgnoredOptOuts } from './ignored-opt-outs';
import { stopUpload } from './upload';
import type { Chosen } from '@/components/csv-file/use-inspection';
import classes from '@/components/csv-file/csv-file.module.css';
import { ColumnList } from '@/components/csv-file/column-list';
import { MappingRow } from './mapping-row';
import { Panel } from '@/components/ui/panel';
import { IMPORT_CONSENTS, type ImportConsent } from '@/server/modules/audience/contacts/vocabulary';

interface ImportOptions {
  /** Empty: no list. */
  listName: string;
  skipExisting: boolean;
}

/** The choice of the list they go to, and of what becomes of people who are contacts already. */
function OptionsPanel({ options, onChange }: { options: ImportOptions; onChange: (options: ImportOptions) => void }) {
  const t = useTranslations('contacts.import.options');
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions()).data ?? [];
  return (
    <Panel title={t('title')}>
      <Stack>
        <Autocomplete
          label={t('list')}
          description={t('listHelp')}
          placeholder={t('listNone')}
          maxLength={120}
          limit={8}
          data={lists.map(({ name }) => name)}
          value={options.listName}
          onChange={(listName) => onChange({ ...options, listName })}
        />
        <Radio.Group
          label={t('existing')}
          value={options.skipExisting ? 'skip' : 'update'}
          onChange={(value) => onChange({ ...options, skipExisting: value === 'skip' })}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="update" label={t('update')} description={t('updateHelp')} />
            <Radio value="skip" label={t('skip')} description={t('skipHelp')} />
          </Stack>
        </Radio.Group>
      </Stack>
    </Panel>
  );
}

interface ConsentPanelProps {
  /** A column says who wants messages, or who wants none. */
  fileSays: boolean;
  value: ImportConsent | null;
  onChange: (value: ImportConsent) => void;
}

/** Asks whether the people agreed to marketing: new contacts without a word count as subscribed otherwise. */
function ConsentPanel({ fileSays, value, onChange }: ConsentPanelProps) {
  const t = useTranslations('contacts.import.consent');
  const choices = IMPORT_CONSENTS.filter((choice) => fileSays || choice !== 'file');
  return (
    <Panel title={t('title')}>
      <Radio.Group
        label={t('question')}
        withAsterisk
        value={value}
        onChange={(chosen) => {
          const choice = choices.find((each) => each === chosen);
          if (choice !== undefined) onChange(choice);
        }}
      >
        <Stack gap="xs" mt={4}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`choices.${choice}.label`)}
              description={t(`choices.${choice}.help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

interface MappingListProps {
  summary: FileSummary;
  mapping: Mapping;
  faults: readonly (ColumnFault | null)[];
  onChange: (mapping: Mapping) => void;
}

/** Every column of the file, in its order. */
function MappingList({ summary: { columns, rows, language }, mapping, faults, onChange }: MappingListProps) {
  return (
    <ColumnList>
      {columns.map((column, at) => (
        <MappingRow
          key={column.header}
          column={column}
          rows={rows}
          language={language}
          target={mapping[at] ?? { kind: 'ignore' }}
          fault={faults[at] ?? null}
          onChange={(target) => onChange(mapping.map((old, place) => (place === at ? target : old)))}
        />
      ))}
    </ColumnList>
  );
}

interface Props {
  file: File;
  summary: FileSummary;
  reading: boolean;
  /** The import whose columns are being corrected; it is given up for the new one. */
  corrected: KeptImport | null;
  onChoose: (patch: Chosen) => void;
  onOther: () => void;
}

/** Columns that say who wants messages, or who wants none. */
const SPEAKS: ReadonlySet<Target['kind']> = new Set(['subscription', 'subscriptions', 'optOut', 'since']);

/** The meaning of the columns, with the first people as they will be; then everything is sent to be checked. */
export function ImportSetup({ file, summary, reading, corrected, onChoose, onOther }: Props) {
  const t = useTranslations('contacts.import');
  const trpc = useTRPC();
  const router = useRouter();
  const [mapping, setMapping] = useState<Mapping>(() =>
    corrected?.mapping.length === summary.columns.length ? corrected.mapping : guessMapping(summary.columns),
  );
  const [options, setOptions] = useState<ImportOptions>({
    listName: corrected?.listName ?? '',
    skipExisting: corrected?.skipExisting ?? false,
  });
  const [answer, setAnswer] = useState<ImportConsent | null>(corrected?.consent ?? null);
  const cancel = useMutation(trpc.contacts.imports.cancel.mutationOptions());
  const create = useMutation(trpc.contacts.imports.create.mutationOptions());
  /** Questions that the person saw before going on. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useUnsavedChanges(!leaving);

  const fileSays = mapping.some(({ kind }) => SPEAKS.has(kind));
  // The file was to tell, and now no column does.
  const consent = answer === 'file' && !fileSays ? null : answer;

  /** With the order of each column of dates, so that every row is read by it. */
  const settled = mapping.map((target, at): Target => {
    const column = summary.columns[at];
    if (target.kind !== 'attribute' || target.type !== 'date' || column === undefined) return target;
    const order = dayOrderOf(target, column, summary.language);
    return order === null ? target : { ...target, order };
  });

  const check = async () => {
    setFailure(null);
    setLeaving(true);
    try {
      const listName = options.listName.trim();
      const { format, language, hasHeader, headers, rows } = summary;
      const made = await create.mutateAsync({
        fileName: file.name.slice(0, 255),
        totalRows: rows,
        listName: listName === '' ? null : listName,
        skipExisting: options.skipExisting,
        consent,
        headers: headers.map((header) => header.slice(0, 1000)),
        plan: { format, hasHeader, mapping: settled, language, size: file.size } satisfies ImportPlan,
      });
      const { skipExisting } = options;
      const kept = {
        id: made.id,
        file,
        format,
        hasHeader,
        mapping: settled,
        language,
        listName,
        skipExisting,
        consent,
      };
      await keepImport(kept);
      if (corrected) {
        stopUpload(corrected.id);
        await forgetImport(corrected.id);
        // It may have come to its end meanwhile; then there is nothing to give up.
        await cancel.mutateAsync({ id: corrected.id }).catch(() => undefined);
      }
      router.push(`/contacts/import/${made.id}`);
    } catch (error) {
      setFailure(error);
      setLeaving(false);
    }
  };

  const faults = columnFaults(mapping, summary);
  const ignored = ignoredOptOuts(summary.columns, mapping);
  // A column of opt-outs in the file speaks for a service that usually leaves them out.
  const silent = mapping.some(({ kind }) => kind === 'optOut') ? undefined : silentService(summary.columns);
  const asked = [...ignored, silent ?? ''].join(' ');
  const isAsked = ignored.length > 0 || silent !== undefined;
  return (
    <div className={classes.setup}>
      <div className={classes.head}>
        <Steps status="columns" />
      </div>
      <div className={classes.main}>
        <FilePanel file={file} summary={summary} reading={reading} onChoose={onChoose} onOther={onOther} />
        <MappingList summary={summary} mapping={mapping} faults={faults} onChange={setMapping} />
      </div>
      <div className={classes.side}>
        <FirstPeople summary={summary} mapping={settled} />
        <OptionsPanel options={options} onChange={setOptions} />
        <ConsentPanel fileSays={fileSays} value={consent} onChange={setAnswer} />
        <div className={classes.go}>
          {!canReach(mapping) && (
            <p className={classes.problem} role="alert">
              {t('mapping.unreachable')}
            </p>
          )}
          {faults.some((fault) => fault !== null) && (
            <p className={classes.problem} role="alert">
              {t('mapping.faulty')}
            </p>
          )}
          {isAsked && (
            <IgnoredOptOuts
              columns={summary.columns}
              mapping={mapping}
              ignored={ignored}
              silent={silent}
              accepted={accepted === asked}
              onAccept={(isAccepted) => setAccepted(isAccepted ? asked : null)}
              onChange={setMapping}
            />
          )}
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <Button
            fullWidth
            loading={leaving}
            disabled={!isUsable(mapping, summary) || reading || consent === null || (isAsked && accepted !== asked)}
            onClick={() => void check()}
          >
            {t('check', { count: summary.rows })}
          </Button>
          <p className={classes.note}>{t('checkHelp')}</p>
        </div>
      </div>
    </div>
  );
}
