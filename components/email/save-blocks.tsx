'use client';
/** Keeps a block, with neighbours if one likes, for other e-mails (docs/contract/broadcasts.md#saved-blocks). */
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SyntheticEvent } from 'react';
import { useTRPC } from '@/app/trpc';
import { summaryOf } from '@/components/email/blocks';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { BLOCK_LIMITS, blockDocument, type Block } from '@/server/platform/email/blocks-schema';
import { MAX_SAVED_NAME } from '@/server/modules/messaging/broadcasts/vocabulary';

export interface SaveBlocksProps {
  opened: boolean;
  /** The blocks of the whole e-mail. */
  blocks: readonly Block[];
  /** Index of the first that is saved. */
  from: number;
  onClose: () => void;
}

export function SaveBlocks({ opened, blocks, from, onClose }: SaveBlocksProps) {
  const t = useTranslations('templates.savedBlocks');
  const tCommon = useTranslations('ui');
  const kinds = useTranslations('templates.kinds');
  const trpc = useTRPC();
  const [name, setName] = useState('');
  const [to, setTo] = useState<number | null>(null);
  const [isBlank, setBlank] = useState(false);
  const creation = useMutation(
    trpc.broadcasts.savedBlocks.create.mutationOptions({
      onSuccess: (made) => {
        notifications.show({ color: 'var(--ink)', message: t('saved', { name: made.name }) });
        onClose();
      },
    }),
  );
  const last = to ?? from;
  const chosen = blocks.slice(from, last + 1);
  const isFinished = blockDocument.safeParse({ blocks: chosen }).success;
  const isTaken = creation.error !== null && problemOf(creation.error).code === 'NAME_TAKEN';
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    // In React's tree the dialog stands in the form of the e-mail, which is not sent.
    event.stopPropagation();
    if (name.trim() === '') return setBlank(true);
    creation.mutate({ name: name.trim(), blocks: chosen, replace: isTaken });
  };
  const neighbours = blocks.slice(from, from + BLOCK_LIMITS.savedBlocks).map((block, place) => {
    const label = t('place', { place: from + place + 1, kind: kinds(block.kind) });
    const words = summaryOf(block).trim().slice(0, 40);
    return { value: String(from + place), label: words === '' ? label : `${label} · ${words}` };
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('saveTitle')}>
      <form onSubmit={save} noValidate>
        <Stack>
          <TextInput
            label={t('name')}
            description={t('nameHelp')}
            required
            withAsterisk={false}
            maxLength={MAX_SAVED_NAME}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setBlank(false);
              if (isTaken) creation.reset();
            }}
            error={isBlank ? t('blank') : isTaken && t('taken')}
            data-autofocus
          />
          {neighbours.length > 1 && (
            <Select
              label={t('upTo')}
              description={t('upToHelp')}
              data={neighbours}
              value={String(last)}
              onChange={(value) => setTo(value === null ? null : Number(value))}
              allowDeselect={false}
            />
          )}
          {!isFinished && <p role="alert">{t('unfinished')}</p>}
          {creation.error !== null && !isTaken && <ErrorNotice error={creation.error} act="write" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tCommon('cancel')}
            </Button>
            <Button type="submit" loading={creation.isPending} disabled={!isFinished}>
              {isTaken ? t('replace') : t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
