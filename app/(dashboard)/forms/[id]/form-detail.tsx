'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ROOT, type Form } from '@/app/(dashboard)/forms/form-address';
import { FormStatus } from '@/app/(dashboard)/forms/form-status';
import classes from '@/app/(dashboard)/forms/forms.module.css';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { FormActions } from './form-actions';
import { FormFacts } from './form-facts';
import { FormFigures } from './form-figures';
import { FormSubmissions } from './form-submissions';
import { SharePanel } from './share-panel';

/** One form: what it brought, who signed up, and how it is put before people. */
export function FormDetail({ id }: { id: string }) {
  const t = useTranslations('forms');
  return (
    <DetailPage
      query={useQuery(useTRPC().forms.get.queryOptions({ id }))}
      gone={{ title: t('gone.title'), message: t('gone.message'), list: { href: ROOT, label: t('gone.list') } }}
      skeleton={<DetailSkeleton back={{ href: ROOT, label: t('title') }} parts={[240, 320]} />}
    >
      {(form) => <OneForm form={form} />}
    </DetailPage>
  );
}

function OneForm({ form }: { form: Form }) {
  const t = useTranslations('forms');
  const { id, name, title, status } = form;
  return (
    <>
      <PageHead
        title={name}
        aside={<FormStatus status={status} />}
        {...(title !== null && title !== name && { lead: title })}
        back={{ href: ROOT, label: t('title') }}
        action={<FormActions form={form} />}
      />
      {form.doubleOptIn && <NoChannel />}
      <WithSide
        side={
          <>
            <SharePanel form={form} />
            <FormFacts form={form} />
          </>
        }
      >
        <FormFigures id={id} />
        <FormSubmissions id={id} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.one'), method: 'GET', path: `/api/v1/forms/${id}` },
          { title: t('api.figures'), method: 'GET', path: `/api/v1/forms/${id}/figures`, query: 'days=30' },
          { title: t('api.submissions'), method: 'GET', path: `/api/v1/forms/${id}/submissions` },
        ]}
      />
    </>
  );
}

/** That nobody can be asked to confirm. */
function NoChannel() {
  const t = useTranslations('forms.warning');
  const { data } = useQuery(useTRPC().forms.standing.queryOptions());
  if (data === undefined || data.channel !== null) return null;
  return (
    <div className={classes.note} role="note">
      <IconAlertTriangle {...ICON} />
      <div>
        <strong>{t('title')}</strong>
        <p>{t('message')}</p>
        <LinkButton href="/channels/new" variant="default" size="xs">
          {t('action')}
        </LinkButton>
      </div>
    </div>
  );
}
