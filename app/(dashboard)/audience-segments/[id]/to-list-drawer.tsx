'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { toListInput } from '@/server/resources/audience-segments/schema';

/** The people of this moment as a list of their own. */
export function ToListDrawer({ segment, opened, onClose }: { segment: Segment; opened: boolean; onClose: () => void }) {
  const t = useTranslations('audienceSegments.toList');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} dirty={dirty} title={t('title')}>
      <ToListForm segment={segment} onDirty={setDirty} onDone={close} />
    </FormDrawer>
  );
}

function ToListForm({
  segment,
  onDirty,
  onDone,
}: {
  segment: Segment;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}) {
  const t = useTranslations('audienceSegments.toList');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { name } = useSegmentWords()(segment);
  const make = useMutation(trpc.audienceSegments.toList.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: toListInput,
    initialValues: { name },
    toInput: (values) => ({ id: segment.id, name: values.name.trim() }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    onDirty,
    save: async (input) => {
      const list = await make.mutateAsync(input);
      onDirty(false);
      onDone();
      notifications.show({ color: 'gray', message: t('made', { name: list.name, count: list.memberCount }) });
      void queryClient.invalidateQueries(trpc.contactLists.pathFilter());
      router.push(`/contact-lists/${list.id}`);
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <p>{t('explain')}</p>
        <TextInput
          label={t('name')}
          data-autofocus
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('make')}
        </Button>
      </FormActions>
    </form>
  );
}
