/** The page of a customer's link: the referrer, the rewards of both sides, and the link to the shop. */
import { EMAIL_WORDS } from '@/server/platform/email/words';
import { Prose } from '@/server/platform/pages/prose';
import { Frame, sentencePage } from '@/server/platform/pages/frame';
import { renderDocument } from '@/server/platform/pages/render';
import { formatMoney } from '@/server/platform/lib/currency';
import type { Language } from '@/server/platform/lib/language';
import { rewardInWords, type Offer } from '@/server/modules/offers/referrals/offer';

const WORDS = {
  en: {
    title: (inviter: string | null, brand: string) => `${inviter ?? 'A friend'} invites you to ${brand}`,
    both: 'You both get a reward',
    you: 'You',
    friend: 'Your friend',
    how: 'How it works',
    steps: (days: number, minimum: string | null) => [
      'Open the shop from this page and sign up.',
      `Pay for your first order within ${days} ${days === 1 ? 'day' : 'days'}${minimum === null ? '.' : `. ${minimum}.`}`,
      'You both get a code for your next order.',
    ],
    valid: (days: number) => `The codes are valid for ${days} ${days === 1 ? 'day' : 'days'}.`,
    toShop: (brand: string) => `Go to ${brand}`,
    code: 'Use this code when you sign up at the shop:',
    terms: 'Terms',
    over: { title: 'This invitation is not valid', text: 'The offer may have ended, or the link may be incomplete.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  id: {
    title: (inviter: string | null, brand: string) => `${inviter ?? 'Seorang teman'} mengundang Anda ke ${brand}`,
    both: 'Anda berdua dapat hadiah',
    you: 'Anda',
    friend: 'Teman Anda',
    how: 'Caranya',
    steps: (days: number, minimum: string | null) => [
      'Buka toko dari halaman ini, lalu daftar.',
      `Bayar pesanan pertama dalam ${days} hari${minimum === null ? '.' : `. ${minimum}.`}`,
      'Anda berdua dapat kode untuk pesanan berikutnya.',
    ],
    valid: (days: number) => `Kode berlaku selama ${days} hari.`,
    toShop: (brand: string) => `Buka ${brand}`,
    code: 'Pakai kode ini saat mendaftar di toko:',
    terms: 'Ketentuan',
    over: {
      title: 'Undangan ini tidak berlaku',
      text: 'Mungkin penawarannya sudah berakhir, atau tautannya tidak lengkap.',
    },
    failed: { title: 'Ada yang tidak beres', text: 'Coba lagi beberapa saat lagi.' },
  },
} as const satisfies Record<Language, object>;

/**
 * @param shop the address of the button; null when the workspace has no shop
 * @param terms the program's terms as rendered, sanitised HTML
 */
export function invitationPage(language: Language, offer: Offer, shop: string | null, terms: string | null): string {
  const words = WORDS[language];
  const title = words.title(offer.inviter, offer.brand);
  const minimum =
    offer.minPurchaseAmount === null
      ? null
      : EMAIL_WORDS[language].minimum(formatMoney(offer.minPurchaseAmount, offer.currency, language));
  const reward = rewardInWords(offer, 'referee', language);
  return renderDocument(
    <Frame
      language={language}
      title={title}
      brand={offer.brand}
      description={`${words.both}: ${reward}`}
      isPrivate
      isNarrow
    >
      <h1>{title}</h1>
      <h2>{words.both}</h2>
      <dl>
        <dt>{words.you}</dt>
        <dd>
          <strong>{reward}</strong>
        </dd>
        <dt>{offer.inviter ?? words.friend}</dt>
        <dd>
          <strong>{rewardInWords(offer, 'referrer', language)}</strong>
        </dd>
      </dl>
      <h3>{words.how}</h3>
      <ol>
        {words.steps(offer.attributionWindowDays, minimum).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {shop === null ? (
        <p>
          {words.code} <span className="code">{offer.code}</span>
        </p>
      ) : (
        <p>
          <a className="main" href={shop}>
            {words.toShop(offer.brand)}
          </a>
        </p>
      )}
      <p className="small">{words.valid(offer.rewardExpiryDays)}</p>
      {terms !== null && (
        <details>
          <summary>{words.terms}</summary>
          <Prose html={terms} />
        </details>
      )}
    </Frame>,
  );
}

/** Renders one page for unknown codes and for disabled programs, so that a guess reveals nothing. */
export const invitationSaid = (language: Language, said: 'over' | 'failed'): string =>
  sentencePage(language, WORDS[language][said], { isPrivate: true, isNarrow: true });
