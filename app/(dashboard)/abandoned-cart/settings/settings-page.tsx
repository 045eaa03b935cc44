'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState, useId } from 'react';
import { ROOT, type Config } from '@/app/(dashboard)/abandoned-cart/reminder';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { notifySaved } from '@/components/ui/notify-saved';
import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type * as z from 'zod';
import { FormPage } from '@/components/ui/form-page';
import { FormSection } from '@/components/ui/form-section';
import { PlanNotice } from '@/components/plan-notice';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { problemOf } from '@/components/ui/problem';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateConfigInput } from '@/server/modules/offers/abandoned-cart/schema';
import { MAX_DELAY_HOURS } from '@/server/modules/offers/abandoned-cart/vocabulary';
import { CodeSelect } from './code-select';
import { FIRST_NAME, filledIn } from './placeholders';
import own from './settings.module.css';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Panel } from '@/components/ui/panel';

interface Props {
  subject: string;
  preview: string;
}

/** The line that the e-mail is opened by, or not: in a list of messages and on a locked phone. */
function InboxPreview({ subject, preview }: Props) {
  const t = useTranslations('abandonedCart.inbox');
  const sender = useArrivedAccount()?.workspace?.name ?? t('sender');
  const name = t('sampleName');
  const [shownSubject, shownPreview] = [
    filledIn(subject, name).trim() || t('noSubject'),
    filledIn(preview, name).trim(),
  ];
  return (
    <Panel title={t('title')}>
      <figure className={own.sample}>
        <figcaption>{t('list')}</figcaption>
        <div className={own.mail}>
          <span className={own.avatar} aria-hidden>
            {Array.from(sender)[0]?.toUpperCase()}
          </span>
          <div>
            <p className={own.line}>
              <strong>{sender}</strong>
              <span>{t('time')}</span>
            </p>
            <p className={own.subject}>{shownSubject}</p>
            <p className={own.preheader}>{shownPreview}</p>
          </div>
        </div>
      </figure>
      <figure className={own.sample}>
        <figcaption>{t('locked')}</figcaption>
        <div className={own.notification}>
          <p className={own.line}>
            <strong>{sender}</strong>
            <span>{t('now')}</span>
          </p>
          <p className={own.cut}>{shownSubject}</p>
          <p className={`${own.cut} ${own.soft}`}>{shownPreview}</p>
        </div>
      </figure>
      <p className={own.help}>{t('help', { name })}</p>
    </Panel>
  );
}

type SettingsInput = z.input<typeof updateConfigInput>;
type SaveSettings = (changes: Partial<SettingsInput>, ifUpdatedAt: string | null | undefined) => Promise<void>;

const MIN_DELAY_HOURS = 1;

interface SettingsValues extends Record<string, unknown> {
  enabled: boolean;
  /** Empty while one types. */
  delayHours: number | '';
  emailSubject: string;
  emailPreview: string;
  discountCodeId: string | null;
}

const valuesOf = ({ enabled, delayHours, emailSubject, emailPreview, discountCodeId }: Config): SettingsValues => ({
  enabled,
  delayHours,
  emailSubject,
  emailPreview,
  discountCodeId,
});

/** Null: nothing is stored yet. */
const versionOf = (config: Config): string | null => ('updatedAt' in config ? config.updatedAt : null);

/** The settings at the left, what arrives at the right; below each other on a phone. */
function SettingsForm({ config, save }: { config: Config; save: SaveSettings }) {
  const t = useTranslations('abandonedCart.settings');
  const tUi = useTranslations('ui');
  const back = useTranslations('abandonedCart')('title');
  const id = useId();
  const client = useTRPCClient();
  const { form, formProps, failure, busy, saved, editor } = useResourceForm({
    schema: updateConfigInput,
    initialValues: valuesOf(config),
    toInput: ({ delayHours, ...values }) => ({ ...values, ...(delayHours !== '' && { delayHours }) }),
    check: ({ delayHours }): Record<string, string> =>
      delayHours === '' ? { delayHours: t('delayProblem', { max: MAX_DELAY_HOURS }) } : {},
    problems: { delayHours: t('delayProblem', { max: MAX_DELAY_HOURS }), discountCodeId: t('codeProblem') },
    editing: {
      kind: 'cart-settings',
      record: 'own',
      version: versionOf(config),
      reload: async () => {
        const now = await client.abandonedCart.getConfig.query();
        return { values: valuesOf(now), version: versionOf(now) };
      },
      labels: {
        enabled: t('enabled'),
        delayHours: t('delay'),
        emailSubject: t('subject'),
        emailPreview: t('preview'),
        discountCodeId: t('offer'),
      },
    },
    save: (_input, { changes, ifUpdatedAt }) => save(changes, ifUpdatedAt),
  });
  const isGated = problemOf(failure).code === 'PLAN_LIMIT';
  const gate = useIntoSight<HTMLParagraphElement>(isGated ? failure : null);
  const actions = (
    <>
      <LinkButton href={ROOT} variant="default">
        {tUi('cancel')}
      </LinkButton>
      <Button type="submit" form={id} loading={busy || saved}>
        {t('save')}
      </Button>
    </>
  );
  return (
    <FormPage
      title={t('title')}
      back={{ href: ROOT, label: back }}
      actions={actions}
      id={id}
      formProps={formProps}
      aside={<InboxPreview subject={form.values.emailSubject} preview={form.values.emailPreview} />}
    >
      <div className={own.notices}>
        <EditorNotices editor={editor} />
        <PlanNotice needs="starter" limit="abandonedCart" />
        {isGated && (
          <p ref={gate} role="alert" className={own.gated}>
            {t('gated')}
          </p>
        )}
        {failure !== null && !isGated && <ErrorNotice error={failure} act="write" />}
        <p className={own.who}>
          <IconInfoCircle {...ICON} />
          <span>{t('who')}</span>
        </p>
      </div>
      <FormSection title={t('when')}>
        <Switch
          label={t('enabled')}
          description={t('enabledHelp')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('delay')}
          description={t('delayHelp', { min: MIN_DELAY_HOURS, max: MAX_DELAY_HOURS })}
          classNames={{ wrapper: own.delay }}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          min={MIN_DELAY_HOURS}
          max={MAX_DELAY_HOURS}
          suffix={` ${t('hours')}`}
          {...form.getInputProps('delayHours')}
        />
      </FormSection>
      <FormSection title={t('mail')}>
        <TextInput
          label={t('subject')}
          description={t('subjectHelp', { placeholder: FIRST_NAME })}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('emailSubject')}
        />
        <TextInput
          label={t('preview')}
          description={t('previewHelp')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('emailPreview')}
        />
      </FormSection>
      <FormSection title={t('offer')}>
        <CodeSelect
          value={form.values.discountCodeId}
          onChange={(codeId) => form.setFieldValue('discountCodeId', codeId)}
          error={form.errors.discountCodeId}
        />
      </FormSection>
    </FormPage>
  );
}

/** The settings that the shop's platform follows when it reminds. */
export function SettingsPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.abandonedCart.getConfig.queryOptions());
  if (!query.data)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <FormPageSkeleton />
    );
  return <Settings current={query.data} />;
}

function Settings({ current }: { current: Config }) {
  const t = useTranslations('abandonedCart');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.abandonedCart.updateConfig.mutationOptions());
  // What one began with: what somebody else saves meanwhile is no reason to start over.
  const [config] = useState(current);
  const save: SaveSettings = async (changes, ifUpdatedAt) => {
    const saved = await update.mutateAsync({ ...changes, ifUpdatedAt });
    queryClient.setQueryData(trpc.abandonedCart.getConfig.queryKey(), saved);
    notifySaved({ words: t('settings.saved'), link: { href: ROOT, label: t('title') } });
    router.push(ROOT);
  };
  return <SettingsForm config={config} save={save} />;
}
