/**
 * The pages of forms: the hosted form, the page after it, and the page behind the confirmation link. Without
 * JavaScript.
 */
import { Frame, sentencePage } from '@/server/platform/pages/frame';
import { FORM_WORDS, type FormWords, type Said } from '@/server/modules/audience/forms/pages/words';
import { renderDocument } from '@/server/platform/pages/render';
import type { Language } from '@/server/platform/lib/language';
import { ANY_CONSENT, consentName, nameOf, type Fault, type Sent } from '@/server/modules/audience/forms/entered';
import type { FormRow } from '@/server/modules/audience/forms/rows';
import type { FormField } from '@/server/modules/audience/forms/schema';

/** The field that robots fill in and people do not see. */
export const TRAP = 'company_website';
export const STAMP = 'stamp';

interface Shown {
  form: Pick<FormRow, 'name' | 'title' | 'description' | 'buttonLabel' | 'fields' | 'consents'>;
  language: Language;
  brand: string;
  stamp: string;
  /** The data that was entered before, to be mended. */
  sent?: Sent;
  faults?: Readonly<Record<string, Fault>>;
  /** Above the fields. */
  notice?: string | undefined;
  /** For a frame that may load nothing. */
  inlineStyle?: boolean;
}

/** Returns a field's label on the form, in the language of the page. */
export const labelOf = (field: FormField, words: FormWords): string =>
  field.label ?? (field.field === 'attribute' ? field.key : words.fields[field.field]);

const AUTOCOMPLETE = { email: 'email', phone: 'tel', firstName: 'given-name', lastName: 'family-name' } as const;
const INPUT_TYPES = { email: 'email', phone: 'tel', firstName: 'text', lastName: 'text' } as const;
const ATTRIBUTE_INPUTS = { text: 'text', number: 'text', date: 'date' } as const;

interface FieldProps {
  field: FormField;
  words: FormWords;
  value: string;
  fault: Fault | undefined;
}

const marks = (name: string, fault: Fault | undefined) =>
  fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${name}-fault` };

function Wrong({ name, fault, words }: { name: string; fault: Fault | undefined; words: FormWords }) {
  if (fault === undefined) return null;
  return (
    <p className="wrong" id={`${name}-fault`}>
      {words.faults[fault]}
    </p>
  );
}

function Field({ field, words, value, fault }: FieldProps) {
  const name = nameOf(field);
  const label = labelOf(field, words);
  const common = { id: name, name, required: field.required, ...marks(name, fault) };
  if (field.field === 'attribute' && field.type === 'boolean')
    return (
      <>
        <label className="check">
          <input type="checkbox" value="1" defaultChecked={value !== ''} {...common} />
          <span>{label}</span>
        </label>
        <Wrong name={name} fault={fault} words={words} />
      </>
    );
  return (
    <>
      <label htmlFor={name}>
        {label}
        {!field.required && <span className="soft"> ({words.optional})</span>}
      </label>
      <Input field={field} words={words} value={value} common={common} />
      <Wrong name={name} fault={fault} words={words} />
    </>
  );
}

function Input({
  field,
  words,
  value,
  common,
}: Pick<FieldProps, 'field' | 'words' | 'value'> & { common: { id: string; name: string; required: boolean } }) {
  if (field.field !== 'attribute')
    return (
      <input
        type={INPUT_TYPES[field.field]}
        autoComplete={AUTOCOMPLETE[field.field]}
        maxLength={field.field === 'email' ? 254 : field.field === 'phone' ? 40 : 120}
        defaultValue={value}
        {...common}
      />
    );
  if (field.type === 'choice')
    return (
      <select defaultValue={field.options.includes(value) ? value : ''} {...common}>
        <option value="">{words.choose}</option>
        {field.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  return (
    <input
      type={field.type === 'boolean' ? 'text' : ATTRIBUTE_INPUTS[field.type]}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      maxLength={field.type === 'text' ? 1000 : 30}
      defaultValue={value}
      {...common}
    />
  );
}

function Consents({
  form,
  words,
  sent,
  fault,
}: Pick<Shown, 'form'> & { words: FormWords; sent: Sent; fault: Fault | undefined }) {
  const offered = Object.entries(form.consents);
  if (offered.length === 1) return <p className="small">{offered[0]?.[1]}</p>;
  return (
    <>
      {offered.map(([family, wording]) => {
        const name = consentName(family);
        return (
          <label className="check" key={family}>
            <input
              type="checkbox"
              name={name}
              value="1"
              defaultChecked={(sent[name] ?? '') !== ''}
              {...marks(ANY_CONSENT, fault)}
            />
            <span>{wording}</span>
          </label>
        );
      })}
      <Wrong name={ANY_CONSENT} fault={fault} words={words} />
    </>
  );
}

export function formPage({ form, language, brand, stamp, sent = {}, faults = {}, notice, inlineStyle }: Shown): string {
  const words = FORM_WORDS[language];
  const title = form.title ?? form.name;
  const said = notice ?? (Object.keys(faults).length > 0 ? words.look : undefined);
  return renderDocument(
    <Frame
      language={language}
      title={title}
      brand={brand}
      description={form.description ?? title}
      isNarrow
      inlineStyle={inlineStyle}
    >
      <h1>{title}</h1>
      {form.description !== null && <p className="soft pre">{form.description}</p>}
      {said !== undefined && (
        <p className="said fault" role="alert">
          {said}
        </p>
      )}
      <form method="post">
        <input type="hidden" name={STAMP} value={stamp} />
        <div className="trap" aria-hidden="true">
          <label htmlFor={TRAP}>{words.trap}</label>
          <input id={TRAP} name={TRAP} tabIndex={-1} autoComplete="off" />
        </div>
        {form.fields.map((field) => {
          const name = nameOf(field);
          return <Field key={name} field={field} words={words} value={sent[name] ?? ''} fault={faults[name]} />;
        })}
        <Consents form={form} words={words} sent={sent} fault={faults[ANY_CONSENT]} />
        <button className="main" type="submit">
          {form.buttonLabel ?? words.button}
        </button>
      </form>
    </Frame>,
  );
}

/** A page with one sentence in place of a form. */
export const saidPage = (language: Language, said: Said, brand?: string): string =>
  sentencePage(language, said, { isPrivate: true, isNarrow: true, ...(brand !== undefined && { brand }) });

/**
 * Makes the page behind the confirmation link. Opening it changes nothing, because mail programs open links by
 * themselves.
 */
export function confirmPage(
  language: Language,
  { brand, wordings }: { brand: string; wordings: readonly string[] },
): string {
  const { confirm } = FORM_WORDS[language];
  return renderDocument(
    <Frame language={language} title={confirm.title} brand={brand} isPrivate isNarrow>
      <h1>{confirm.title}</h1>
      <p className="soft">{confirm.text(brand)}</p>
      {wordings.map((wording) => (
        <p className="small" key={wording}>
          {wording}
        </p>
      ))}
      <form method="post">
        <button className="main" type="submit">
          {confirm.button}
        </button>
      </form>
    </Frame>,
  );
}

/** The page after the confirmation. @param next the merchant's own next page; null: none */
export function confirmedPage(language: Language, { brand, next }: { brand: string; next: string | null }): string {
  const { title, text } = FORM_WORDS[language].confirm.done(brand);
  return renderDocument(
    <Frame language={language} title={title} brand={brand} home={next ?? undefined} isPrivate isNarrow>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
    </Frame>,
  );
}
