'use client';
/** A form over a resource's own zod schema: the same rules here and on the server, faults at the field. */
import { useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type * as z from 'zod';
import { changesOf } from '@/components/ui/editing/same';
import { useEditor, type Edit, type Editing, type SaveAnswer, type Saved } from '@/components/ui/editing/use-editor';
import { schemaErrors, serverErrors, type FieldProblems } from '@/components/ui/field-errors';
import { problemOf } from '@/components/ui/problem';
import type { ErrorCode } from '@/server/platform/errors';

interface Options<Values extends Record<string, unknown>, Schema extends z.ZodType> {
  /** The values of the fields. Names are those of the schema, so that faults find their field. */
  initialValues: Values;
  schema: Schema;
  /** From what the fields hold to what is sent. */
  toInput: (values: Values) => z.input<Schema>;
  /** Sends it; rejects with the error of tRPC. */
  save: (input: z.input<Schema>, edit: FormEdit<z.input<Schema>>) => SaveAnswer<Values>;
  /** The form edits a record, or makes one: what is typed is guarded and kept. Absent for others, such as sign-in. */
  editing?: Editing<Values>;
  /** The resource's own words for faults of its fields. */
  problems?: FieldProblems;
  /** Rules that the schema does not know: field → words. */
  check?: (values: Values) => Record<string, string>;
  /** Error codes of the server that belong to a field, which may stand in another one: the words stand there. */
  codes?: Partial<Record<ErrorCode, { field: FieldPath<keyof Values & string>; words: string }>>;
}

type FieldPath<Name extends string> = Name | `${Name}.${string}`;

/** The part of the input that an edited record needs. */
export interface FormEdit<Input> {
  /** The input that the fields began with. */
  before: Input;
  /** The fields that differ from it. */
  changes: Partial<Input>;
  /** The version that the changes were made on, for the call's input of this name. */
  ifUpdatedAt: string | null | undefined;
}

/**
 * The field that a fault's path leads to: `credentials.apiKey` where there is one, else `credentials`; '' where there
 * is neither.
 */
function fieldAt(values: Record<string, unknown>, path: string): string {
  const found: string[] = [];
  let at: unknown = values;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !(key in at)) break;
    found.push(key);
    at = (at as Record<string, unknown>)[key];
  }
  return found.join('.');
}

/**
 * @returns `form` of @mantine/form (`form.getInputProps('name')`), `formProps` for `<form>`, `failure` for ErrorNotice
 *   when the fault belongs to no field, `busy`, `dirty`, and `editor` for EditorNotices where a record is edited.
 */
export function useResourceForm<Values extends Record<string, unknown>, Schema extends z.ZodType>(
  options: Options<Values, Schema>,
) {
  const { initialValues, schema, toInput, save, problems = {}, check, codes, editing = null } = options;
  const t = useTranslations('fields');
  const form = useForm<Values>({ initialValues });
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const { dirty, commit, keep, replace, editor } = useEditor<Values>({
    editing,
    values: form.values,
    initial: initialValues,
    put: (values) => form.setValues(values),
  });
  const focusing = useRef(false);
  // Once the faults are drawn, however long that took.
  useEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus();
  }, [form.errors]);

  /** Shows faults at their fields. @returns whether every one has a field here */
  const show = (errors: Record<string, string>): boolean => {
    const known = Object.entries(errors).map(([path, words]) => [fieldAt(initialValues, path), words] as const);
    form.setErrors(Object.fromEntries(known));
    focusing.current = true;
    return known.length > 0 && known.every(([field]) => field !== '');
  };

  const refuse = (error: unknown): void => {
    const { code, issues } = problemOf(error);
    const own = code === null ? undefined : codes?.[code];
    const errors = own ? { [own.field]: own.words } : code === 'VALIDATION' ? serverErrors(issues, problems) : {};
    if (!show(errors)) setFailure(error);
  };

  const faultsOf = (values: Values): Record<string, string> => {
    const input = toInput(values);
    const parsed = schema.safeParse(input);
    return { ...(parsed.success ? {} : schemaErrors(parsed.error.issues, input, t, problems)), ...check?.(values) };
  };
  const sendWith =
    <Answer>(send: (input: z.input<Schema>, edit: FormEdit<z.input<Schema>>) => Answer) =>
    ({ values, base, version }: Edit<Values>): Answer => {
      const sent = toInput(values);
      const before = toInput(base);
      return send(sent, { before, changes: changesOf(before, sent), ifUpdatedAt: version });
    };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setFailure(null);
    const errors = faultsOf(form.values);
    if (Object.keys(errors).length > 0) {
      show(errors);
      return;
    }
    form.clearErrors();
    setBusy(true);
    try {
      const isStored = await commit(sendWith(save));
      setSaved(isStored);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    failure,
    busy,
    /** True when it was saved at least once: the page may be on its way to the next one. */
    saved,
    dirty,
    editor,
    /** Checks whether the fields could be saved as they are. */
    isValid: (): boolean => Object.keys(faultsOf(form.values)).length === 0,
    /** Saves unasked, while somebody types; the caller has looked whether they are valid. @throws what `send` throws */
    keep: (send: (input: z.input<Schema>, edit: FormEdit<z.input<Schema>>) => Promise<Saved<Values> | undefined>) =>
      keep(sendWith(send)),
    /** Another version of the record comes into the fields. */
    replace,
    formProps: {
      ref: element,
      noValidate: true,
      // Sent by the browser itself, before our code is there, a password must not end up in the address.
      method: 'post' as const,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
