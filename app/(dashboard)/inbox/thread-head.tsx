'use client';
import { HOUR_MS } from '@/server/platform/lib/durations';
import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconCheck, IconClock, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { notifyUndo } from '@/components/ui/notify-undo';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { nameOf } from './conversations';
import type { Conversation } from './inbox-address';
import classes from './inbox.module.css';

interface Props {
  conversation: Conversation;
  onClose: () => void;
  onDone: () => void;
}

/** For how long one puts something off, in hours. */
const LATER = { hours: 3, tomorrow: 24, week: 7 * 24 } as const;
type Later = keyof typeof LATER;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const LATERS = Object.keys(LATER) as Later[];

/**
 * The person, the colleague who has the conversation, and what is to become of it. What is done at once can be undone.
 */
export function ThreadHead({ conversation, onClose, onDone }: Props) {
  const t = useTranslations('inbox');
  const format = useFormat();
  const trpc = useTRPC();
  const me = useAccount()?.user.id;
  const { data } = useQuery(trpc.accounts.members.queryOptions());
  const onError = useNotifyFailure();
  const update = useMutation(trpc.inbox.update.mutationOptions({ onError }));
  const { id, status, snoozedUntil, assigneeId, provider } = conversation;
  const back = () => update.mutate({ id, status, ...(snoozedUntil !== null && { snoozedUntil }) });
  const become = (words: string, patch: Omit<Parameters<typeof update.mutate>[0], 'id'>) =>
    update.mutate(
      { id, ...patch },
      {
        onSuccess: () => {
          notifyUndo({ words, undo: { label: t('undo'), run: back } });
          onDone();
        },
      },
    );
  const close = () => become(t('closedNow', { name: nameOf(conversation) }), { status: 'closed' });
  const snooze = (later: Later) =>
    become(t('snoozedNow', { name: nameOf(conversation) }), {
      status: 'snoozed',
      snoozedUntil: inHours(LATER[later]),
    });
  const assign = (next: string | null) => {
    if (next === assigneeId) return;
    const assignee = data?.members.find(({ userId }) => userId === next)?.name;
    const name = nameOf(conversation);
    update.mutate(
      { id, assigneeId: next },
      {
        onSuccess: () =>
          notifyUndo({
            words: assignee === undefined ? t('unassignedNow', { name }) : t('assignedNow', { assignee, name }),
            undo: { label: t('undo'), run: () => update.mutate({ id, assigneeId }) },
          }),
      },
    );
  };
  useHotkeys([
    ['E', () => status !== 'closed' && close()],
    ['S', () => status === 'open' && snooze('tomorrow')],
    ['A', () => me !== undefined && assign(me)],
  ]);
  return (
    <header className={classes.threadHead}>
      <ActionIcon className={classes.toList} variant="subtle" color="gray" aria-label={t('back')} onClick={onClose}>
        <IconArrowLeft {...SMALL_ICON} />
      </ActionIcon>
      <div className={classes.who}>
        <h2>{nameOf(conversation)}</h2>
        <small>
          {providerEntry(provider).label} · {conversation.sender.address}
          {snoozedUntil !== null && ` · ${t('until', { time: format.dateTime(snoozedUntil) })}`}
        </small>
      </div>
      <div className={classes.acts}>
        <Select
          size="xs"
          aria-label={t('assignee')}
          placeholder={t('nobody')}
          data={(data?.members ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
          value={assigneeId}
          onChange={assign}
          clearable
          w={140}
        />
        {status === 'open' && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconClock {...SMALL_ICON} />}>
                {t('snooze')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {LATERS.map((later) => (
                <Menu.Item key={later} onClick={() => snooze(later)}>
                  {t(`later.${later}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {status !== 'closed' ? (
          <Button size="xs" variant="default" leftSection={<IconCheck {...SMALL_ICON} />} onClick={close}>
            {t('close')}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRotate {...SMALL_ICON} />}
            onClick={() => update.mutate({ id, status: 'open' })}
          >
            {t('reopen')}
          </Button>
        )}
      </div>
    </header>
  );
}
