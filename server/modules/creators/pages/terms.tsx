/** The terms of a brief or a program, in words, for the person who agrees on them. */
import type { ReactNode } from 'react';
import type { Words } from '@/server/modules/creators/pages/words';
import { formatMoney } from '@/server/platform/lib/currency';
import { dateTimeFormat, numberFormat } from '@/server/platform/lib/formats';
import type { Language } from '@/server/platform/lib/language';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { BriefTerms, Deliverable } from '@/server/modules/creators/campaigns/schema';
import type { ProgramTerms } from '@/server/modules/creators/programs/schema';

export interface Reader {
  language: Language;
  words: Words;
  timeZone: string;
  /** The workspace's, for amounts that name none. */
  currency: string;
}

export const dateIn = ({ language, timeZone }: Pick<Reader, 'language' | 'timeZone'>, at: Date): string =>
  dateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at);

const percent = (language: Language, hundredths: number): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000);

/** `2 × Instagram reel` */
export const deliverableIn = ({ words }: Pick<Reader, 'words'>, { platform, format, quantity }: Deliverable): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${providerEntry(platform).label} ${words.formats[format]}`;

/** Returns the amount of a commission, in words. */
export function commissionIn(
  { language, words, currency }: Reader,
  commission: NonNullable<ProgramTerms['commission']>,
): string {
  const money = (amount: number): string => formatMoney(amount, commission.currency ?? currency, language);
  const each =
    commission.type === 'fixed'
      ? words.forEachOrder(money(commission.amount ?? 0))
      : words.ofEachOrder(percent(language, commission.rate ?? 0));
  return commission.maxPerOrder === null ? each : `${each}, ${words.atMost(money(commission.maxPerOrder))}`;
}

function discountIn({ language, words, currency }: Reader, terms: ProgramTerms): string | null {
  const discount = terms.customerDiscount;
  if (discount === null) return null;
  const { type, value } = discount;
  const amount = type.endsWith('percent')
    ? percent(language, value * 100)
    : formatMoney(value, discount.currency ?? terms.commission?.currency ?? currency, language);
  return type.startsWith('shipping') ? words.offShipping(amount) : words.off(amount);
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function BriefFacts({
  reader,
  terms,
  fee = null,
  children,
}: {
  reader: Reader;
  terms: Omit<BriefTerms, 'title' | 'brief'>;
  fee?: { amount: number; currency: string } | null;
  children?: ReactNode;
}) {
  const { language, words } = reader;
  const { compensation, deliverables, disclosure, usageRightsDays, contentDueAt } = terms;
  const agreed = compensation?.amount ?? null;
  const paid = agreed === null ? '' : formatMoney(agreed, compensation?.currency ?? reader.currency, language);
  return (
    <>
      <h2>{words.youMake}</h2>
      <ul className="lines">
        {deliverables.map((each) => (
          <li key={each.id}>
            <span>{deliverableIn(reader, each)}</span>
            {each.notes !== null && each.notes !== '' && <span className="wide">{each.notes}</span>}
          </li>
        ))}
      </ul>
      <h3>{words.agreement}</h3>
      <dl>
        {compensation !== null && <Line label={words.youGet}>{words.compensation[compensation.type](paid)}</Line>}
        {fee !== null && <Line label={words.fee}>{formatMoney(fee.amount, fee.currency, language)}</Line>}
        {disclosure !== '' && (
          <Line label={words.disclosure}>
            <span className="code">{disclosure}</span>
          </Line>
        )}
        {usageRightsDays > 0 && <Line label={words.rights}>{words.days(usageRightsDays)}</Line>}
        {contentDueAt !== null && <Line label={words.contentDueAt}>{dateIn(reader, contentDueAt)}</Line>}
        {children}
      </dl>
    </>
  );
}

export function ProgramFacts({ reader, terms }: { reader: Reader; terms: ProgramTerms }) {
  const { language, words, currency } = reader;
  const discount = discountIn(reader, terms);
  return (
    <>
      <h2>{words.youGet}</h2>
      <dl>
        {terms.commission !== null && <Line label={words.commission}>{commissionIn(reader, terms.commission)}</Line>}
        {discount !== null && <Line label={words.followersGet}>{discount}</Line>}
        <Line label={words.clickCounts}>{words.days(terms.attributionWindowDays)}</Line>
        {terms.holdDays > 0 && <Line label={words.paidAfter}>{words.days(terms.holdDays)}</Line>}
        {terms.minPayout > 0 && (
          <Line label={words.leastPaid}>
            {formatMoney(terms.minPayout, terms.commission?.currency ?? currency, language)}
          </Line>
        )}
      </dl>
      {terms.newCustomersOnly && <p className="hint">{words.newOnly}</p>}
    </>
  );
}
