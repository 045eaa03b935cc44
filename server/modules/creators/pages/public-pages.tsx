/** The pages that are open to all: a shop's offers, one offer with its form, and the page of a mailed link. */
import { Frame } from '@/server/platform/pages/frame';
import { BriefFacts, commissionIn, dateIn, ProgramFacts, type Reader } from '@/server/modules/creators/pages/terms';
import { Prose } from '@/server/platform/pages/prose';
import { renderDocument } from '@/server/platform/pages/render';
import type { BriefTerms } from '@/server/modules/creators/campaigns/schema';
import type { ProgramTerms } from '@/server/modules/creators/programs/schema';

export interface Shop extends Reader {
  brand: string;
  /** The address of the list of open offers. */
  home: string;
}

export interface Listed {
  id: string;
  kind: 'brief' | 'program';
  title: string;
  lead: string | null;
  applyBy: Date | null;
  commission: ProgramTerms['commission'];
}

export function offersPage(shop: Shop, offers: readonly Listed[]): string {
  const { words, language, brand, home } = shop;
  return renderDocument(
    <Frame language={language} title={words.together(brand)} brand={brand} description={words.togetherLead}>
      <h1>{words.together(brand)}</h1>
      <p className="soft">{offers.length === 0 ? words.nothingOpen : words.togetherLead}</p>
      <ul className="cards">
        {offers.map(({ id, kind, title, lead, applyBy, commission }) => (
          <li key={id} className="card">
            <p className="hint">{words[kind]}</p>
            <h2>
              <a href={`${home}/${id}`}>{title}</a>
            </h2>
            {lead !== null && lead !== '' && <p className="soft">{lead}</p>}
            {commission !== null && <p>{commissionIn(shop, commission)}</p>}
            {applyBy !== null && (
              <p className="hint">
                {words.applyBy} {dateIn(shop, applyBy)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Frame>,
  );
}

/** The values that were entered before, to be corrected. */
export interface Entered {
  name: string;
  email: string;
  handles: string;
  followers: string;
  message: string;
}
export const NOTHING_ENTERED: Entered = { name: '', email: '', handles: '', followers: '', message: '' };

interface PageOptions {
  entered: Entered;
  /** Fields that were refused. */
  refused?: ReadonlySet<string>;
  /** True to put the style into the document itself, for a frame that may load nothing. */
  inlineStyle?: boolean;
}

function ApplicationForm({ shop, entered, refused = new Set() }: PageOptions & { shop: Shop }) {
  const { words, brand } = shop;
  const { form } = words;
  const markOf = (field: string) => (refused.has(field) ? { 'aria-invalid': true } : {});
  return (
    <section>
      <h2>{form.title}</h2>
      {refused.size > 0 && (
        <p className="said fault" role="alert">
          {words.faults.input}
        </p>
      )}
      <form method="post">
        <label htmlFor="name">{form.name}</label>
        <input
          id="name"
          name="name"
          required
          maxLength={120}
          autoComplete="name"
          defaultValue={entered.name}
          {...markOf('name')}
        />
        <label htmlFor="email">{form.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={entered.email}
          {...markOf('email')}
        />
        <label htmlFor="handles">{form.handle}</label>
        <textarea
          id="handles"
          name="handles"
          maxLength={1000}
          rows={3}
          defaultValue={entered.handles}
          {...markOf('handles')}
        />
        <label htmlFor="followers">{form.followers}</label>
        <input
          id="followers"
          name="followers"
          inputMode="numeric"
          maxLength={12}
          defaultValue={entered.followers}
          {...markOf('followers')}
        />
        <label htmlFor="message">{form.message}</label>
        <textarea id="message" name="message" maxLength={2000} defaultValue={entered.message} {...markOf('message')} />
        <label className="check">
          <input type="checkbox" name="consent" value="1" required {...markOf('consent')} />
          <span>{form.consent(brand)}</span>
        </label>
        <button className="main" type="submit">
          {form.send}
        </button>
      </form>
    </section>
  );
}

export interface Offer {
  title: string;
  cover: string | null;
  /** Cleaned. */
  html: string | null;
  of:
    | { kind: 'brief'; terms: BriefTerms; applyBy: Date | null; slots: number | null; filledSlots: number }
    | { kind: 'program'; terms: ProgramTerms; description: string | null };
}

export function offerPage(shop: Shop, { title, cover, html, of }: Offer, options: PageOptions): string {
  const { words, language, brand, home } = shop;
  return renderDocument(
    <Frame
      language={language}
      title={title}
      brand={brand}
      description={`${words.together(brand)}: ${title}`}
      home={home}
      inlineStyle={options.inlineStyle}
    >
      <h1>{title}</h1>
      <p className="state">{words[of.kind]}</p>
      {cover !== null && <img className="cover" src={cover} alt="" />}
      {of.kind === 'program' && of.description !== null && <p>{of.description}</p>}
      {of.kind === 'brief' && html !== null && (
        <section>
          <Prose html={html} />
        </section>
      )}
      <section>
        {of.kind === 'brief' ? (
          <BriefFacts reader={shop} terms={of.terms}>
            {of.applyBy !== null && (
              <>
                <dt>{words.applyBy}</dt>
                <dd>{dateIn(shop, of.applyBy)}</dd>
              </>
            )}
            {of.slots !== null && (
              <>
                <dt>{words.slots}</dt>
                <dd>{words.ofSlots(of.filledSlots, of.slots)}</dd>
              </>
            )}
          </BriefFacts>
        ) : (
          <ProgramFacts reader={shop} terms={of.terms} />
        )}
      </section>
      {of.kind === 'program' && html !== null && (
        <section>
          <Prose html={html} />
        </section>
      )}
      <ApplicationForm shop={shop} {...options} />
    </Frame>,
  );
}

/** The page behind the mailed link of an application: viewing it changes nothing. */
export function confirmPage({ language, words }: Pick<Reader, 'language' | 'words'>): string {
  const { title, text, button } = words.confirm;
  return renderDocument(
    <Frame language={language} title={title} isPrivate>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      <form method="post">
        <button className="main" type="submit">
          {button}
        </button>
      </form>
    </Frame>,
  );
}
