'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import type { Listed } from '@/components/ui/listed';
import { LoadMore } from '@/components/ui/load-more';
import { SearchField } from '@/components/ui/search-field';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { CONVERSATION_STATUSES, MESSAGE_KINDS } from '@/server/modules/messaging/inbox/vocabulary';
import { statusOf, WHO, type Address, type Conversation } from './inbox-address';
import classes from './inbox.module.css';

/** A message in one line: what has no words comes as its kind in brackets, which is said in the person's language. */
function usePreview(): (preview: string) => string {
  const t = useTranslations('inbox.kinds');
  return (preview) => {
    const kind = MESSAGE_KINDS.find((known) => `[${known}]` === preview);
    return kind === undefined ? preview : t(kind);
  };
}

interface Props {
  list: Listed<Conversation>;
  address: Address;
  onAddress: (patch: Partial<Address>) => void;
  onOpen: (id: string) => void;
}

/** The conversations, last message first. */
export function Conversations({ list, address, onAddress, onOpen }: Props) {
  const t = useTranslations('inbox');
  const { rows, error, retry, pages } = list;
  return (
    <section className={classes.list} aria-label={t('conversations')}>
      <div className={classes.filters}>
        <SearchField label={t('search')} value={address.q} onChange={(q) => onAddress({ q })} />
        <FilterChips
          label={t('filters.status')}
          options={CONVERSATION_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          value={statusOf(address)}
          onChange={(status) => onAddress({ status })}
        />
        <FilterSelect
          label={t('filters.who')}
          all={t('anybody')}
          options={WHO.map((value) => ({ value, label: t(`who.${value}`) }))}
          value={WHO.find((known) => known === address.who) ?? ''}
          onChange={(who) => onAddress({ who })}
        />
      </div>
      {error !== null && error !== undefined && <ErrorNotice error={error} act="read" onRetry={retry} />}
      {rows === undefined && <Skeleton height={320} />}
      {rows?.length === 0 && <p className={classes.nothing}>{t('none')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Row conversation={row} isOpen={row.id === address.conversation} onOpen={() => onOpen(row.id)} />
            </li>
          ))}
        </ul>
      )}
      {rows !== undefined && pages.hasMore && (
        <LoadMore shown={rows.length} hasMore loading={pages.isLoading} onMore={pages.more} />
      )}
    </section>
  );
}

function Row({ conversation, isOpen, onOpen }: { conversation: Conversation; isOpen: boolean; onOpen: () => void }) {
  const t = useTranslations('inbox');
  const preview = usePreview();
  const { sender, provider, unread, lastMessageAt, tags } = conversation;
  return (
    <button
      type="button"
      className={classes.row}
      data-unread={unread > 0 || undefined}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className={classes.rowHead}>
        <strong>{nameOf(conversation)}</strong>
        <RelativeTime value={lastMessageAt} />
      </span>
      <span className={classes.rowText}>{preview(conversation.preview)}</span>
      <small>
        {providerEntry(provider).label}
        {sender.handle !== null && ` · ${sender.handle}`}
        {tags.length > 0 && ` · ${tags.join(', ')}`}
        {unread > 0 && <b className={classes.count}>{t('unread', { count: unread })}</b>}
      </small>
    </button>
  );
}

/** Returns the sender's name; for a sender without a name, the address they write from. */
export const nameOf = ({ sender }: Pick<Conversation, 'sender'>): string =>
  sender.name === null || sender.name === '' ? (sender.handle ?? sender.address) : sender.name;
