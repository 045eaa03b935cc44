/**
 * A creator's own page (docs/contract/collaborations.md#portal): plain forms without JavaScript, each for one action.
 */
import type { ReactNode } from 'react';
import { Frame } from '@/server/platform/pages/frame';
import { BriefFacts, dateIn, deliverableIn, ProgramFacts, type Reader } from '@/server/modules/creators/pages/terms';
import { Prose } from '@/server/platform/pages/prose';
import type { PortalAction } from '@/server/modules/creators/pages/words';
import { renderDocument } from '@/server/platform/pages/render';
import { formatMoney } from '@/server/platform/lib/currency';
import { numberFormat } from '@/server/platform/lib/formats';
import type { BriefTerms } from '@/server/modules/creators/campaigns/schema';
import type { ChatMessage, Submission } from '@/server/modules/creators/collaborations/schema';
import type { CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import type { ProgramTerms } from '@/server/modules/creators/programs/schema';
import type { CommissionKind, CommissionStatus, StatementStatus } from '@/server/modules/creators/programs/vocabulary';

export interface PortalCommission {
  id: string;
  kind: CommissionKind;
  amount: number;
  currency: string;
  status: CommissionStatus;
  note: string | null;
  releaseAt: Date | null;
  createdAt: Date;
}

export interface PortalStatement {
  number: number;
  total: number;
  currency: string;
  status: StatementStatus;
  createdAt: Date;
}

export interface Portal extends Reader {
  brand: string;
  title: string;
  status: CollaborationStatus;
  isFinal: boolean;
  fee: { amount: number; currency: string } | null;
  /** Cleaned: a brief's text, a program's terms. */
  html: string | null;
  of:
    | { kind: 'brief'; terms: BriefTerms; /** The program by which the brief pays. */ program: ProgramTerms | null }
    | { kind: 'affiliate'; terms: ProgramTerms; isPaused: boolean };
  /** The creator's link in the program; for a brief too, if the brief pays for sales. */
  link: { url: string; qr: string } | null;
  code: string | null;
  figures: { clicks: number; sales: number; earned: readonly { currency: string; amount: number }[] };
  commissions: readonly PortalCommission[];
  statements: readonly PortalStatement[];
  submissions: readonly Submission[];
  messages: readonly ChatMessage[];
  /** Stored already. */
  hasAddress: boolean;
  /** `none` for a brief without a program: it has no statements, so nobody would use the bank details. */
  bank: 'none' | 'asked' | 'stored';
  /** True when an invitation can still be accepted. */
  takesIn: boolean;
  wantsMails: boolean;
  /** The action that was just done, or the reason why it failed. */
  said: { done: PortalAction } | { fault: keyof Reader['words']['faults'] } | null;
}

/** The number of each that is shown. */
export const SHOWN = { commissions: 20, statements: 12, messages: 20 } as const;

function Act({ action, children }: { action: PortalAction; children: ReactNode }) {
  return (
    <form method="post">
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  );
}

const Send = ({ label, quiet = false }: { label: string; quiet?: boolean }) => (
  <button className={quiet ? 'quiet' : 'main'} type="submit">
    {label}
  </button>
);

function Said({ words, said }: Portal) {
  if (said === null) return null;
  return 'done' in said ? (
    <p className="said" role="status">
      {words.done[said.done]}
    </p>
  ) : (
    <p className="said fault" role="alert">
      {words.faults[said.fault]}
    </p>
  );
}

function Answer({ words }: Portal) {
  return (
    <section>
      <p className="hint">{words.acceptHint}</p>
      <div className="row">
        <Act action="accept">
          <Send label={words.accept} />
        </Act>
        <Act action="decline">
          <Send label={words.decline} quiet />
        </Act>
      </div>
    </section>
  );
}

function Link({ portal: { words, link, code } }: { portal: Portal }) {
  if (link === null && code === null) return null;
  return (
    <section>
      {link !== null && (
        <>
          <h2>{words.yourLink}</h2>
          <p>
            <a href={link.url}>{link.url}</a>
          </p>
          <img className="qr" alt={words.qr} width={160} height={160} src={link.qr} />
        </>
      )}
      {code !== null && (
        <>
          <h3>{words.yourCode}</h3>
          <p>
            <span className="code">{code}</span>
          </p>
        </>
      )}
    </section>
  );
}

function Figures({ portal }: { portal: Portal }) {
  const { words, language, figures } = portal;
  const number = numberFormat(language);
  return (
    <dl className="figures card">
      <div>
        <dt>{words.clicks}</dt>
        <dd>{number.format(figures.clicks)}</dd>
      </div>
      <div>
        <dt>{words.sales}</dt>
        <dd>{number.format(figures.sales)}</dd>
      </div>
      {figures.earned.map(({ currency, amount }) => (
        <div key={currency}>
          <dt>{words.earned}</dt>
          <dd>{formatMoney(amount, currency, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Commissions({ portal }: { portal: Portal }) {
  const { words, language, commissions, statements } = portal;
  return (
    <>
      <section>
        <h2>{words.commissions}</h2>
        {commissions.length === 0 && <p className="soft">{words.noSales}</p>}
        <ul className="lines">
          {commissions.map(({ id, kind, amount, currency, status, note, releaseAt, createdAt }) => (
            <li key={id}>
              <span>
                {dateIn(portal, createdAt)} · {kind === 'clawback' ? words.clawback : words.commissionStatuses[status]}
                {status === 'pending' && releaseAt !== null && ` ${words.until(dateIn(portal, releaseAt))}`}
              </span>
              <span className="amount">{formatMoney(amount, currency, language)}</span>
              {status === 'declined' && note !== null && <span className="wide">{note}</span>}
            </li>
          ))}
        </ul>
        {commissions.length === SHOWN.commissions && <p className="hint">{words.latest(SHOWN.commissions)}</p>}
      </section>
      {statements.length > 0 && (
        <section>
          <h2>{words.statements}</h2>
          <ul className="lines">
            {statements.map(({ number, total, currency, status, createdAt }) => (
              <li key={number}>
                <span>
                  {words.statement(number)} · {dateIn(portal, createdAt)} · {words.statementStatuses[status]}
                </span>
                <span className="amount">{formatMoney(total, currency, language)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Content({ portal, terms }: { portal: Portal; terms: BriefTerms }) {
  const { words, status, submissions } = portal;
  const nameOf = (id: string): string => {
    const found = terms.deliverables.find((each) => each.id === id);
    return found === undefined ? '' : deliverableIn(portal, { ...found, quantity: 1 });
  };
  const takes = status === 'accepted' || status === 'changes_requested' || status === 'in_review';
  return (
    <section>
      <h2>{words.yourContent}</h2>
      {submissions.length === 0 && <p className="soft">{words.noContent}</p>}
      <ul className="lines">
        {submissions.map(({ id, deliverableId, url, status: state, feedback, warnings }) => (
          <li key={id}>
            <span>
              {nameOf(deliverableId)} · {words.submissionStatuses[state]}
            </span>
            {url !== null && (
              <span className="wide">
                <a href={url} rel="noreferrer">
                  {url}
                </a>
              </span>
            )}
            {feedback !== null && <span className="wide">{feedback}</span>}
            {warnings.includes('DISCLOSURE_MISSING') && (
              <span className="wide">{words.missingDisclosure(terms.disclosure)}</span>
            )}
            {warnings.includes('LATE') && <span className="wide">{words.late}</span>}
          </li>
        ))}
      </ul>
      {takes && (
        <Act action="submit">
          <h3>{words.submit.title}</h3>
          <label htmlFor="deliverableId">{words.submit.what}</label>
          <select id="deliverableId" name="deliverableId">
            {terms.deliverables.map((each) => (
              <option key={each.id} value={each.id}>
                {deliverableIn(portal, { ...each, quantity: 1 })}
              </option>
            ))}
          </select>
          <label htmlFor="url">{words.submit.url}</label>
          <input id="url" name="url" type="url" required maxLength={2000} placeholder="https://" />
          <label htmlFor="caption">{words.submit.caption}</label>
          <textarea id="caption" name="caption" maxLength={2000} />
          {terms.disclosure !== '' && (
            <p className="hint">
              {words.disclosure} <span className="code">{terms.disclosure}</span>
            </p>
          )}
          <Send label={words.submit.send} />
        </Act>
      )}
    </section>
  );
}

function Talk({ portal }: { portal: Portal }) {
  const { words, brand, messages, isFinal } = portal;
  return (
    <section>
      <h2>{words.messages}</h2>
      {[...messages].reverse().map(({ id, author, text, createdAt }) => (
        <p key={id} className={author === 'creator' ? 'talk mine' : 'talk'}>
          <strong>
            {author === 'creator' ? words.you : brand} · {dateIn(portal, createdAt)}
          </strong>
          {text}
        </p>
      ))}
      {!isFinal && (
        <Act action="write">
          <label htmlFor="text">{words.write.label(brand)}</label>
          <textarea id="text" name="text" required maxLength={4000} />
          <Send label={words.write.send} />
        </Act>
      )}
    </section>
  );
}

function About({ portal: { words, hasAddress, bank } }: { portal: Portal }) {
  return (
    <section>
      <h2>{words.about}</h2>
      <Act action="address">
        <label htmlFor="address">{words.address}</label>
        <textarea id="address" name="address" required maxLength={1000} autoComplete="street-address" />
        {hasAddress && <p className="hint">{words.stored}</p>}
        <Send label={words.save} quiet />
      </Act>
      {bank !== 'none' && (
        <Act action="bank">
          <label htmlFor="bank">{words.bank}</label>
          <input id="bank" name="bank" required maxLength={500} autoComplete="off" />
          {bank === 'stored' && <p className="hint">{words.stored}</p>}
          <Send label={words.save} quiet />
        </Act>
      )}
    </section>
  );
}

function Mails({ portal: { words, wantsMails } }: { portal: Portal }) {
  return (
    <section>
      <h2>{words.mails}</h2>
      <p className="soft">{wantsMails ? words.mailsOn : words.mailsOff}</p>
      <Act action={wantsMails ? 'stop_mails' : 'want_mails'}>
        <Send label={wantsMails ? words.stopMails : words.wantMails} quiet />
      </Act>
    </section>
  );
}

function End({ portal: { words } }: { portal: Portal }) {
  return (
    <details>
      <summary>{words.endTitle}</summary>
      <p className="soft">{words.endText}</p>
      <Act action="end">
        <label className="check">
          <input type="checkbox" name="sure" value="1" required />
          <span>{words.endSure}</span>
        </label>
        <Send label={words.end} quiet />
      </Act>
    </details>
  );
}

function Agreed({ portal }: { portal: Portal }) {
  const { of, html, fee } = portal;
  return (
    <>
      {of.kind === 'brief' && html !== null && (
        <section>
          <Prose html={html} />
        </section>
      )}
      <section>
        {of.kind === 'brief' ? (
          <>
            <BriefFacts reader={portal} terms={of.terms} fee={fee} />
            {of.program !== null && <ProgramFacts reader={portal} terms={of.program} />}
          </>
        ) : (
          <ProgramFacts reader={portal} terms={of.terms} />
        )}
      </section>
      {of.kind === 'affiliate' && html !== null && (
        <section>
          <Prose html={html} />
        </section>
      )}
    </>
  );
}

export function portalPage(portal: Portal): string {
  const { words, language, brand, title, status, of, isFinal } = portal;
  const isBefore = status === 'invited' || status === 'applied' || status === 'declined' || status === 'expired';
  return renderDocument(
    <Frame language={language} title={title} brand={brand} isPrivate>
      <h1>{title}</h1>
      <p className="state">{words.statuses[status]}</p>
      <Said {...portal} />
      {status === 'suspended' && <p className="soft">{words.suspendedText}</p>}
      {status === 'active' && of.kind === 'affiliate' && of.isPaused && <p className="soft">{words.pausedText}</p>}
      {isBefore && <Agreed portal={portal} />}
      {status === 'invited' && (portal.takesIn ? <Answer {...portal} /> : <p className="soft">{words.takesNobody}</p>)}
      {!isBefore && of.kind === 'affiliate' && (
        <>
          {!isFinal && <Link portal={portal} />}
          <Figures portal={portal} />
          <Commissions portal={portal} />
        </>
      )}
      {!isBefore && of.kind === 'brief' && (
        <>
          <Content portal={portal} terms={of.terms} />
          {!isFinal && <Link portal={portal} />}
        </>
      )}
      {!isBefore && <Agreed portal={portal} />}
      <Talk portal={portal} />
      {!isBefore && <About portal={portal} />}
      <Mails portal={portal} />
      {!isFinal && <End portal={portal} />}
      <p className="hint">{words.keep}</p>
    </Frame>,
  );
}
