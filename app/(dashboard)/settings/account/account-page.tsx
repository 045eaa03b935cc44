'use client';
import { useTranslations, useLocale } from 'next-intl';
import { useArrivedAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './account.module.css';
import { PersonPanel } from './person-panel';
import { Sessions } from './sessions';
import { Button, PasswordInput, Stack, Group, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CodeField } from '@/components/code-field';
import { useFactorFaults, useHasCode } from '@/components/factor-fields';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { changePasswordInput } from '@/server/modules/account/accounts/person-schema';
import { useState } from 'react';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { Status } from '@/components/ui/status';
import { whenOpened } from '@/components/ui/when-opened';
import { useCanPasskey } from '@/components/passkey-call';
import { DataTable, type Column } from '@/components/ui/data-table';
import { NameForm } from '@/components/ui/name-form';
import { TableSkeleton } from '@/components/ui/table-skeleton';

const AddPasskeyDrawer = whenOpened(async () => (await import('./add-passkey-drawer')).AddPasskeyDrawer);
const RemovePasskeyDialog = whenOpened(async () => (await import('./remove-passkey-dialog')).RemovePasskeyDialog);

type Passkey = Outputs['accounts']['passkeys']['passkeys'][number];

/** The passkeys with which the person signs in instead of the password. */
function Passkeys() {
  const t = useTranslations('settings.account.passkeys');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.passkeys.queryOptions());
  const canPasskey = useCanPasskey();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [naming, setNaming] = useState<string>();
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const passkeys = query.data?.passkeys;
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: (row) => (naming === row.key ? <Renaming passkey={row} onDone={() => setNaming(undefined)} /> : row.name),
    },
    {
      key: 'created',
      head: t('created'),
      width: 9,
      card: 'hidden',
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      key: 'used',
      head: t('used'),
      width: 9,
      priority: 1,
      cell: (row) => (row.lastUsedAt === null ? t('never') : <RelativeTime value={row.lastUsedAt} />),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 13,
      cell: (row) => (
        <Group gap={8} wrap="nowrap" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            aria-label={t('rename.label', { name: row.name })}
            onClick={() => setNaming(row.key)}
          >
            {t('rename.action')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('remove.label', { name: row.name })}
            onClick={() => setRemoving(row)}
          >
            {t('remove.action')}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Panel
      title={t('title')}
      aside={
        canPasskey && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('add.action')}
          </Button>
        )
      }
    >
      <p className={classes.note}>{canPasskey ? t('lead') : t('cannot')}</p>
      {passkeys === undefined ? (
        <TableSkeleton columns={3} rows={1} />
      ) : (
        passkeys.length > 0 && (
          <div className={classes.table}>
            <DataTable label={t('title')} columns={columns} rows={passkeys} rowKey={(row) => row.key} />
          </div>
        )
      )}
      <AddPasskeyDrawer opened={isAdding} onClose={() => setAdding(false)} />
      <RemovePasskeyDialog opened={removing !== null} passkey={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

function Renaming({ passkey: { key, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations('settings.account.passkeys');
  const trpc = useTRPC();
  const rename = useMutation(trpc.accounts.renamePasskey.mutationOptions({ onSuccess: onDone }));
  return (
    <NameForm
      value={name}
      maxLength={60}
      error={rename.isError ? t('rename.failed') : undefined}
      busy={rename.isPending}
      onSave={(next) => rename.mutate({ key, name: next })}
      onCancel={onDone}
    />
  );
}

const SetUpDrawer = whenOpened(async () => (await import('./security-drawers')).SetUpDrawer);
const RenewDrawer = whenOpened(async () => (await import('./security-drawers')).RenewDrawer);
const SwitchOffDrawer = whenOpened(async () => (await import('./security-drawers')).SwitchOffDrawer);

/** The number of recovery codes at which it is time for new ones. */
const FEW = 3;

/** The means of signing in besides the password. */
function SecurityPanel() {
  const t = useTranslations('settings.account.security');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.secondFactor.queryOptions());
  const [opened, setOpened] = useState<'set-up' | 'renew' | 'off'>();
  const close = () => setOpened(undefined);
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  return (
    <Panel title={t('title')}>
      {query.data === undefined ? (
        <Skeleton height={56} />
      ) : query.data.enabledAt === null ? (
        <Stack>
          <p className={classes.note}>{t('off.lead')}</p>
          <div>
            <Button variant="default" onClick={() => setOpened('set-up')}>
              {t('off.action')}
            </Button>
          </div>
        </Stack>
      ) : (
        <On
          enabledAt={query.data.enabledAt}
          left={query.data.recoveryCodesLeft}
          onRenew={() => setOpened('renew')}
          onOff={() => setOpened('off')}
        />
      )}
      <SetUpDrawer opened={opened === 'set-up'} onClose={close} />
      <RenewDrawer opened={opened === 'renew'} onClose={close} />
      <SwitchOffDrawer opened={opened === 'off'} onClose={close} />
    </Panel>
  );
}

interface OnProps {
  enabledAt: string;
  left: number;
  onRenew: () => void;
  onOff: () => void;
}

function On({ enabledAt, left, onRenew, onOff }: OnProps) {
  const t = useTranslations('settings.account.security');
  return (
    <Stack>
      <Facts labels="8rem">
        <Fact label={t('on.codes')}>
          <span className={classes.since}>
            <Status kind="on">{t('on.state')}</Status>
            <span>{t.rich('on.since', { when: () => <DateTime value={enabledAt} /> })}</span>
          </span>
        </Fact>
        <Fact label={t('on.recovery')}>
          <Status kind={left === 0 ? 'failed' : left <= FEW ? 'waiting' : 'on'}>{t('on.left', { left })}</Status>
        </Fact>
      </Facts>
      {left <= FEW && <p className={classes.note}>{t('on.few')}</p>}
      <Group gap={8}>
        <Button variant="default" onClick={onRenew}>
          {t('renew.action')}
        </Button>
        <Button variant="default" onClick={onOff}>
          {t('switchOff.action')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Ends every other session of the person; this one goes on. */
function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('settings.account.password');
  const tAuth = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const hasCode = useHasCode();
  const change = useMutation(trpc.accounts.changePassword.mutationOptions());
  const { form, formProps, failure, busy, dirty } = useResourceForm({
    schema: changePasswordInput,
    initialValues: { current: '', password: '', code: '' },
    toInput: ({ code, ...values }) => ({ ...values, ...(hasCode && { code }), language }),
    problems: { 'password.tooShort': tAuth('problems.password') },
    codes: useFactorFaults(),
    save: async (input) => {
      await change.mutateAsync(input);
      form.reset();
      notifications.show({ message: t('done'), color: 'gray' });
    },
  });
  useUnsavedChanges(dirty && !busy);
  const eye = { 'aria-label': tAuth('fields.showPassword') };
  return (
    <form {...formProps} className={classes.form}>
      <Stack>
        {/* For password managers: whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('current')}
          visibilityToggleButtonProps={eye}
          autoComplete="current-password"
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={t('new')}
          description={tAuth('fields.passwordHelp')}
          visibilityToggleButtonProps={eye}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        {hasCode && <CodeField field={form.getInputProps('code')} onKind={() => form.setFieldValue('code', '')} />}
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <p className={classes.note}>{t('ends')}</p>
        <div>
          <Button type="submit" loading={busy}>
            {t('submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The person who is signed in, whatever the workspace. */
export function AccountPage() {
  const t = useTranslations('settings.account');
  const account = useArrivedAccount();
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={classes.panels}>
        <PersonPanel />
        <Panel title={t('password.title')}>
          <PasswordForm email={account?.user.email ?? ''} />
        </Panel>
        <SecurityPanel />
        <Passkeys />
        <Sessions />
      </div>
    </>
  );
}
