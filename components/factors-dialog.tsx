'use client';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FactorFields, useFactorFaults, useHasCode } from '@/components/factor-fields';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { factorsInput, type FactorsInput } from '@/server/modules/account/accounts/factors-schema';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The text on what follows from it. */
  children: ReactNode;
  /** The verb. */
  confirm: string;
  destructive?: boolean;
  save: (given: FactorsInput) => Promise<void>;
}

/** Asks once more, for password and code, before something happens that decides who gets in. */
export function FactorsDialog({ opened, onClose, title, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <FactorsForm {...form} onClose={onClose} />
    </Modal>
  );
}

function FactorsForm({ children, confirm, destructive = false, save, onClose }: Omit<Props, 'opened' | 'title'>) {
  const t = useTranslations('ui');
  const language = useLocale();
  const hasCode = useHasCode();
  const { form, formProps, failure, busy } = useResourceForm({
    schema: factorsInput,
    initialValues: { current: '', code: '' },
    toInput: ({ code, current }) => ({ current, ...(hasCode && { code }), language }),
    codes: useFactorFaults(),
    save: async (given) => await save({ ...given, language }),
  });
  return (
    <form {...formProps}>
      <Stack>
        <div>{children}</div>
        <FactorFields form={form} hasCode={hasCode} autoFocus />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
