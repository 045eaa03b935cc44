/** A form as its editor holds it: every field has a value, and what is shown nowhere else is empty. */
import type { Form } from '@/app/(dashboard)/forms/form-address';
import type * as z from 'zod';
import type { createInput } from '@/server/modules/audience/forms/schema';
import type { AttributeType, OwnField } from '@/server/modules/audience/forms/vocabulary';

type Input = z.input<typeof createInput>;

export interface FieldValues {
  /** The id of the line in the editor. */
  line: number;
  field: OwnField | 'attribute';
  label: string;
  required: boolean;
  key: string;
  type: AttributeType;
  /** One a line. */
  options: string;
}

export const FAMILIES = ['email', 'sms', 'whatsapp'] as const;
export type ConsentFamily = (typeof FAMILIES)[number];

export interface FormValues extends Record<string, unknown> {
  name: string;
  title: string;
  description: string;
  buttonLabel: string;
  language: 'en' | 'id' | '';
  fields: FieldValues[];
  /** Empty: not asked for. */
  consents: Record<ConsentFamily, string>;
  listId: string | null;
  doubleOptIn: boolean;
  confirmSubject: string;
  confirmText: string;
  after: 'text' | 'url';
  afterText: string;
  afterUrl: string;
  allowedOrigins: string;
  display: 'inline' | 'popup';
  delaySeconds: number | '';
  scrollPercent: number | '';
  onExit: boolean;
}

const fieldOf = (field: Form['fields'][number], line: number): FieldValues => ({
  line,
  field: field.field,
  label: field.label ?? '',
  required: field.required,
  key: field.key ?? '',
  type: field.type ?? 'text',
  options: (field.options ?? []).join('\n'),
});

export const newField = (field: FieldValues['field'], line: number): FieldValues => ({
  ...fieldOf({ field, label: null, required: field === 'email' }, line),
});

/** @param consent of a new form, in the words that are usual */
export function valuesOf(form: Form | null, consent = ''): FormValues {
  return {
    name: form?.name ?? '',
    title: form?.title ?? '',
    description: form?.description ?? '',
    buttonLabel: form?.buttonLabel ?? '',
    language: form?.language ?? '',
    fields: form === null ? [newField('email', 0)] : form.fields.map(fieldOf),
    consents: {
      email: form === null ? consent : (form.consents.email ?? ''),
      sms: form?.consents.sms ?? '',
      whatsapp: form?.consents.whatsapp ?? '',
    },
    listId: form?.listId ?? null,
    doubleOptIn: form?.doubleOptIn ?? true,
    confirmSubject: form?.confirmSubject ?? '',
    confirmText: form?.confirmText ?? '',
    after: form !== null && form.afterUrl !== null ? 'url' : 'text',
    afterText: form?.afterText ?? '',
    afterUrl: form?.afterUrl ?? '',
    allowedOrigins: (form?.allowedOrigins ?? []).join('\n'),
    display: form !== null && form.popup !== null ? 'popup' : 'inline',
    delaySeconds: form === null || form.popup === null ? 5 : (form.popup.delaySeconds ?? ''),
    scrollPercent: form?.popup?.scrollPercent ?? '',
    onExit: form?.popup?.onExit ?? false,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Field = NonNullable<Input['fields']>[number];

const toField = ({ field, label, required, key, type, options }: FieldValues): Field =>
  field === 'attribute'
    ? {
        field,
        key: key.trim(),
        label: label.trim(),
        type,
        required,
        options: type === 'choice' ? linesOf(options) : [],
      }
    : { field, label: orNull(label), required };

/** Without the consents that are empty. */
const consentsOf = (values: FormValues['consents']): Partial<Record<ConsentFamily, string>> =>
  Object.fromEntries(
    FAMILIES.flatMap((family) => (orNull(values[family]) === null ? [] : [[family, values[family].trim()]])),
  );

export function inputOf(values: FormValues): Input {
  const { delaySeconds, scrollPercent, onExit } = values;
  return {
    name: values.name.trim(),
    title: orNull(values.title),
    description: orNull(values.description),
    buttonLabel: orNull(values.buttonLabel),
    language: values.language === '' ? null : values.language,
    fields: values.fields.map(toField),
    consents: consentsOf(values.consents),
    listId: values.listId,
    doubleOptIn: values.doubleOptIn,
    confirmSubject: orNull(values.confirmSubject),
    confirmText: orNull(values.confirmText),
    afterText: values.after === 'text' ? orNull(values.afterText) : null,
    afterUrl: values.after === 'url' ? orNull(values.afterUrl) : null,
    allowedOrigins: linesOf(values.allowedOrigins),
    popup:
      values.display === 'inline'
        ? null
        : {
            delaySeconds: delaySeconds === '' ? null : delaySeconds,
            scrollPercent: scrollPercent === '' ? null : scrollPercent,
            onExit,
          },
  };
}
