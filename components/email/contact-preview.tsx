'use client';
/** The preview of an e-mail, and, when a contact is chosen, of the very message that this contact would get. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { EmailPreview } from '@/components/email/email-preview';
import { SearchSelect, useSearchWords, type Option } from '@/components/email/search-select';
import type { Writing } from '@/components/email/write-in-place';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON } from '@/components/ui/icon';
import { useSettled } from '@/components/ui/use-settled';
import { tagsIn } from '@/server/platform/email/merge-tags';
import classes from './contact-preview.module.css';

interface Props {
  /** As a broadcast keeps it: with blocks, or with HTML and text. */
  email: Record<string, unknown>;
  /** The content that is shown while nobody is chosen. */
  html: string | undefined;
  text: string | undefined;
  subject: string;
  preheader: string;
  sender: string | undefined;
  /** The text being written, where it may be written in while nobody is chosen. */
  writing?: Writing | undefined;
}

const PAUSE_MS = 400;
const FOUND = 20;

type Person = Outputs['contacts']['list']['data'][number];
const labelOf = ({ firstName, lastName, email, phone }: Person): string =>
  [[firstName, lastName].filter(Boolean).join(' '), email ?? phone].filter(Boolean).join(' · ');

export function ContactPreview({ email, writing, ...anybody }: Props) {
  const t = useTranslations('templates.preview');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [chosen, setChosen] = useState<Option | undefined>(undefined);
  const search = useSearchWords(chosen?.label);
  const people = useQuery(
    trpc.contacts.list.queryOptions(
      { q: search.q, limit: FOUND },
      { enabled: search.isOpened, placeholderData: keepPreviousData },
    ),
  );
  const { value: settled } = useSettled(email, PAUSE_MS);
  const contactId = chosen?.value ?? '';
  const { data, error } = useQuery({
    queryKey: ['email-preview-for', contactId, settled],
    queryFn: ({ signal }) => client.broadcasts.preview.mutate({ contactId, content: { email: settled } }, { signal }),
    enabled: contactId !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const shown = contactId === '' ? undefined : data;
  const asWritten = shown?.mergeTags === false && tagsIn(email).known.length > 0;
  return (
    <>
      <div className={classes.who}>
        <SearchSelect
          label={t('for')}
          placeholder={t('forAnybody')}
          nothing={t('forNobody')}
          clear={t('forClear')}
          chosen={chosen}
          search={search}
          found={(people.data?.data ?? []).map((person) => ({ value: person.id, label: labelOf(person) }))}
          onChange={setChosen}
        />
        <div role="status">
          {shown?.leftOut && <Note words={t(`leftOut.${shown.leftOut}`)} />}
          {asWritten && <Note words={t('asWritten')} />}
        </div>
        {error !== null && contactId !== '' && <ErrorNotice error={error} act="read" />}
      </div>
      <EmailPreview
        {...anybody}
        {...shown}
        sender={anybody.sender ?? ''}
        writing={contactId === '' ? writing : undefined}
      />
    </>
  );
}

function Note({ words }: { words: string }) {
  return (
    <p className={classes.note}>
      <IconInfoCircle {...ICON} />
      {words}
    </p>
  );
}
