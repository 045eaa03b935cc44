/** The page of a customer's link: who invites, what both get, and the way to the shop. */
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
    both: 'What both of you get',
    you: 'You',
    friend: 'Your friend',
    how: 'How it goes',
    steps: (days: number, minimum: string | null) => [
      'Go to the shop from here and sign up.',
      `Pay for your first order within ${days} ${days === 1 ? 'day' : 'days'}${minimum === null ? '.' : `. ${minimum}.`}`,
      'Both of you get a code for the next order.',
    ],
    valid: (days: number) => `The codes can be used for ${days} ${days === 1 ? 'day' : 'days'}.`,
    toShop: (brand: string) => `Go to ${brand}`,
    code: 'Give this code to the shop when you sign up:',
    terms: 'Terms',
    over: { title: 'This invitation is over', text: 'The offer may have ended, or the link may not be whole.' },
    failed: { title: 'Something went wrong', text: 'Try again in a moment.' },
  },
  id: {
    title: (inviter: string | null, brand: string) => `${inviter ?? 'Seorang teman'} mengundang Anda ke ${brand}`,
    both: 'Yang kalian berdua dapatkan',
    you: 'Anda',
    friend: 'Teman Anda',
    how: 'Caranya',
    steps: (days: number, minimum: string | null) => [
      'Buka toko dari sini dan daftar.',
      `Bayar pesanan pertama dalam ${days} hari${minimum === null ? '.' : `. ${minimum}.`}`,
      'Kalian berdua mendapat kode untuk pesanan berikutnya.',
    ],
    valid: (days: number) => `Kode berlaku selama ${days} hari.`,
    toShop: (brand: string) => `Buka ${brand}`,
    code: 'Berikan kode ini ke toko saat mendaftar:',
    terms: 'Ketentuan',
    over: { title: 'Undangan ini sudah berakhir', text: 'Mungkin penawarannya selesai, atau tautannya tidak lengkap.' },
    failed: { title: 'Ada yang tidak beres', text: 'Coba lagi sebentar lagi.' },
  },
} as const satisfies Record<Language, object>;

/**
 * @param shop where the button leads; null where the workspace has no shop
 * @param terms rendered and cleaned HTML of the program's
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

/** One page for a code that there is not and for a program that is off: it says nothing to whoever guesses. */
export const invitationSaid = (language: Language, said: 'over' | 'failed'): string =>
  sentencePage(language, WORDS[language][said], { isPrivate: true, isNarrow: true });
