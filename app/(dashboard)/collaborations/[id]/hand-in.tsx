'use client';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { submitInput } from '@/server/resources/collaborations/schema';

interface Props {
  id: string;
  deliverables: { value: string; label: string }[];
}

/** For a creator who sends by chat or e-mail: it stands as if they had handed it in. */
export function HandIn(props: Props) {
  const t = useTranslations('creators.submissions.handIn');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {t('open')}
      </Button>
      <FormDrawer opened={opened} onClose={close} title={t('title')}>
        <HandInForm {...props} onDone={close} />
      </FormDrawer>
    </>
  );
}

function HandInForm({ id, deliverables, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations('creators.submissions.handIn');
  const submit = useMutation(useTRPC().collaborations.submit.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: submitInput,
    initialValues: { deliverableId: deliverables[0]?.value ?? '', url: '', caption: '' },
    toInput: ({ url, caption, deliverableId }) => ({ id, deliverableId, url: url.trim(), caption: caption.trim() }),
    editing: {
      kind: 'submission',
      // Of each collaboration: what was typed for one creator is not offered for another.
      record: id,
      labels: { deliverableId: t('what'), url: t('url'), caption: t('caption') },
    },
    save: async (input) => {
      await submit.mutateAsync(input);
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <p>{t('lead')}</p>
        <NativeSelect label={t('what')} data={deliverables} {...form.getInputProps('deliverableId')} />
        <TextInput
          label={t('url')}
          type="url"
          placeholder="https://"
          data-autofocus
          maxLength={2000}
          {...form.getInputProps('url')}
        />
        <Textarea label={t('caption')} autosize minRows={2} maxLength={2000} {...form.getInputProps('caption')} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('send')}
        </Button>
      </FormActions>
    </form>
  );
}
