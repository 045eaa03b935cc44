'use client';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

interface Props {
  id: string;
  deliverables: { value: string; label: string }[];
}

/** For a creator who sends by chat or e-mail: it stands as if they had handed it in. */
export function HandIn({ id, deliverables }: Props) {
  const t = useTranslations('creators.submissions.handIn');
  const [isOpen, setOpen] = useState(false);
  const [deliverableId, setDeliverable] = useState(deliverables[0]?.value ?? '');
  const [url, setUrl] = useState('');
  const [caption, setCaption] = useState('');
  const submit = useMutation(
    useTRPC().collaborations.submit.mutationOptions({
      onSuccess: () => {
        setUrl('');
        setCaption('');
        setOpen(false);
      },
    }),
  );
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        confirm={t('send')}
        busy={submit.isPending}
        error={submit.error}
        onConfirm={() => submit.mutate({ id, deliverableId, url: url.trim(), caption: caption.trim() })}
      >
        <Stack>
          <p>{t('lead')}</p>
          <NativeSelect
            label={t('what')}
            data={deliverables}
            value={deliverableId}
            onChange={(event) => setDeliverable(event.currentTarget.value)}
          />
          <TextInput
            label={t('url')}
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Textarea
            label={t('caption')}
            autosize
            minRows={2}
            maxLength={2000}
            value={caption}
            onChange={(event) => setCaption(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
