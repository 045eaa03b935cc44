'use client';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { toListInput } from '@/server/modules/audience/audience-segments/schema';

/** The people of this moment as a list of their own. */
export function ToListDrawer({ segment, opened, onClose }: { segment: Segment; opened: boolean; onClose: () => void }) {
  const t = useTranslations('audienceSegments.toList');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <ToListForm segment={segment} onDone={onClose} />
    </FormDrawer>
  );
}

function ToListForm({ segment, onDone }: { segment: Segment; onDone: () => void }) {
  const t = useTranslations('audienceSegments.toList');
  const trpc = useTRPC();
  const router = useRouter();
  const { name } = useSegmentWords()(segment);
  const make = useMutation(trpc.audienceSegments.toList.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: toListInput,
    initialValues: { name },
    toInput: (values) => ({ id: segment.id, name: values.name.trim() }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    editing: { kind: 'segment-list', record: segment.id },
    save: async (input) => {
      const list = await make.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t('made', { name: list.name, count: list.memberCount }) });
      router.push(`/contact-lists/${list.id}`);
    },
  });
  return (
    <DrawerForm of={state} submit={t('make')}>
      <p>{t('explain')}</p>
      <TextInput label={t('name')} data-autofocus maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
    </DrawerForm>
  );
}
