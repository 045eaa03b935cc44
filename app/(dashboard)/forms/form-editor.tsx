'use client';
import { Button, Checkbox, NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, type ComponentProps, type ReactNode } from 'react';
import type * as z from 'zod';
import { useTRPC } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import fieldClasses from '@/components/ui/form-fields.module.css';
import { FormPage } from '@/components/ui/form-page';
import { FormSection } from '@/components/ui/form-section';
import { LinkButton } from '@/components/ui/link-button';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { LANGUAGES } from '@/server/platform/lib/language';
import { createInput } from '@/server/modules/audience/forms/schema';
import { FieldRows } from './field-rows';
import { FormPreview } from './form-preview';
import { FAMILIES, inputOf, type FormValues } from './form-values';
import classes from './forms.module.css';

type Options = Parameters<typeof useResourceForm<FormValues, typeof createInput>>[0];

interface Props {
  title: string;
  back: NonNullable<ComponentProps<typeof FormPage>['back']>;
  initial: FormValues;
  submit: string;
  editing: NonNullable<Options['editing']>;
  save: (input: z.input<typeof createInput>, edit: Parameters<Options['save']>[1]) => Promise<void>;
}

/** Everything that a form says and does, with its page beside it. */
export function FormEditor({ title, back, initial, submit, editing, save }: Props) {
  const t = useTranslations('forms.form');
  const tUi = useTranslations('ui');
  const id = useId();
  const editor = useResourceForm({
    schema: createInput,
    initialValues: initial,
    toInput: inputOf,
    problems: {
      fields: t('problems.fields'),
      consents: t('problems.consents'),
      'consents.email': t('problems.email'),
      'consents.sms': t('problems.phone'),
      'consents.whatsapp': t('problems.phone'),
      allowedOrigins: t('problems.allowedOrigins'),
      afterUrl: t('problems.afterUrl'),
      popup: t('problems.popup'),
    },
    codes: { NAME_TAKEN: { field: 'name', words: t('problems.nameTaken') } },
    editing,
    save,
  });
  const { form, formProps, failure, busy, saved } = editor;
  return (
    <FormPage
      title={title}
      back={back}
      id={id}
      formProps={formProps}
      actions={
        <>
          <LinkButton href={back.href} variant="default">
            {tUi('cancel')}
          </LinkButton>
          <Button type="submit" form={id} loading={busy || saved}>
            {submit}
          </Button>
        </>
      }
      aside={<FormPreview values={form.values} />}
    >
      <EditorNotices editor={editor.editor} />
      {failure !== null && <ErrorNotice error={failure} act="write" />}
      <What form={form} />
      <FormSection title={t('asks')}>
        <FieldRows
          fields={form.values.fields}
          onChange={(fields) => form.setFieldValue('fields', fields)}
          problem={form.errors.fields}
        />
      </FormSection>
      <Agreed form={form} />
      <Confirmation form={form} />
      <Then form={form} />
      <Where form={form} />
    </FormPage>
  );
}

type Part = { form: ReturnType<typeof useResourceForm<FormValues, typeof createInput>>['form'] };

function What({ form }: Part) {
  const t = useTranslations('forms.form');
  return (
    <FormSection title={t('what')}>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        data-autofocus
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput label={t('title')} maxLength={120} autoComplete="off" {...form.getInputProps('title')} />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <div className={fieldClasses.pair}>
        <TextInput label={t('buttonLabel')} maxLength={60} autoComplete="off" {...form.getInputProps('buttonLabel')} />
        <Select
          label={t('language')}
          allowDeselect={false}
          data={[
            { value: '', label: t('languageVisitor') },
            ...LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) })),
          ]}
          {...form.getInputProps('language')}
        />
      </div>
    </FormSection>
  );
}

function Agreed({ form }: Part) {
  const t = useTranslations('forms.form');
  const families = useTranslations('forms.families');
  const { consents } = form.values;
  const given = FAMILIES.filter((family) => consents[family].trim() !== '');
  return (
    <FormSection title={t('agree')}>
      <p className={classes.soft}>
        {t('agreeHelp')} {t(given.length > 1 ? 'agreeMany' : 'agreeOne')}
      </p>
      {FAMILIES.map((family) => (
        <Textarea
          key={family}
          label={families(family)}
          autosize
          minRows={family === 'email' ? 2 : 1}
          maxRows={6}
          maxLength={1000}
          {...form.getInputProps(`consents.${family}`)}
        />
      ))}
      <Problem>{form.errors.consents}</Problem>
    </FormSection>
  );
}

function Problem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}

function Confirmation({ form }: Part) {
  const t = useTranslations('forms.form');
  return (
    <FormSection title={t('confirm')}>
      <Switch
        label={t('doubleOptIn')}
        description={t('doubleOptInHelp')}
        {...form.getInputProps('doubleOptIn', { type: 'checkbox' })}
      />
      {form.values.doubleOptIn && (
        <>
          <TextInput
            label={t('confirmSubject')}
            placeholder={t('usual')}
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('confirmSubject')}
          />
          <Textarea
            label={t('confirmText')}
            placeholder={t('usual')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            {...form.getInputProps('confirmText')}
          />
        </>
      )}
    </FormSection>
  );
}

function Then({ form }: Part) {
  const t = useTranslations('forms.form');
  const lists = useQuery(useTRPC().contactLists.list.queryOptions());
  const { doubleOptIn, after } = form.values;
  return (
    <FormSection title={t('then')}>
      <Select
        label={t('list')}
        {...(doubleOptIn && { description: t('listHelp') })}
        placeholder={t('noList')}
        clearable
        searchable
        data={(lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('listId')}
      />
      <SegmentedControl
        aria-label={t('after')}
        style={{ alignSelf: 'start' }}
        data={[
          { value: 'text', label: t('afterText') },
          { value: 'url', label: t('afterUrl') },
        ]}
        {...form.getInputProps('after')}
      />
      {after === 'text' ? (
        <Textarea
          label={t('text')}
          placeholder={t('usual')}
          {...(doubleOptIn && { description: t('textHelp') })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          {...form.getInputProps('afterText')}
        />
      ) : (
        <TextInput
          label={t('url')}
          {...(doubleOptIn && { description: t('urlHelp') })}
          placeholder="https://"
          maxLength={2000}
          {...form.getInputProps('afterUrl')}
        />
      )}
    </FormSection>
  );
}

function Where({ form }: Part) {
  const t = useTranslations('forms.form');
  return (
    <FormSection title={t('where')}>
      <SegmentedControl
        aria-label={t('display')}
        style={{ alignSelf: 'start' }}
        data={[
          { value: 'inline', label: t('inline') },
          { value: 'popup', label: t('popup') },
        ]}
        {...form.getInputProps('display')}
      />
      {form.values.display === 'popup' && (
        <>
          <p className={classes.soft}>{t('popupHelp')}</p>
          <div className={fieldClasses.pair}>
            <NumberInput
              label={t('delay')}
              min={0}
              max={600}
              allowDecimal={false}
              {...form.getInputProps('delaySeconds')}
            />
            <NumberInput
              label={t('scroll')}
              min={1}
              max={100}
              allowDecimal={false}
              suffix=" %"
              {...form.getInputProps('scrollPercent')}
            />
          </div>
          <Checkbox label={t('exit')} {...form.getInputProps('onExit', { type: 'checkbox' })} />
          <Problem>{form.errors.popup}</Problem>
        </>
      )}
      <Textarea
        label={t('origins')}
        description={t('originsHelp')}
        placeholder="https://toko.example"
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('allowedOrigins')}
      />
    </FormSection>
  );
}
