/** The texts of the payment sandbox's hosted page, in English and Indonesian. */
import type { Language } from '@/server/platform/lib/language';

export interface CheckoutWords {
  sandbox: string;
  /** Above everything: nothing here is real. */
  notice: string;
  title: string;
  perMonth: string;
  billedTo: string;
  reference: string;
  card: string;
  /** The effect of paying. */
  begins: (plan: string, until: string) => string;
  prolongs: (plan: string, from: string, until: string) => string;
  ends: (ends: string, endsOn: string | null) => string;
  replaces: (plan: string, until: string) => string;
  pay: (amount: string) => string;
  fail: string;
  abandon: string;
  failedBefore: string;
  paidTitle: string;
  paidText: string;
  paidOn: string;
  closedTitle: string;
  closedText: string;
  back: string;
  unknownTitle: string;
  unknownText: string;
  brokenTitle: string;
  brokenText: string;
}

export const CHECKOUT_WORDS: Record<Language, CheckoutWords> = {
  en: {
    sandbox: 'Sandbox',
    notice: 'This is a test page. No money moves, whatever you choose.',
    title: 'Checkout',
    perMonth: 'per month',
    billedTo: 'Billed to',
    reference: 'Reference',
    card: 'Test card',
    begins: (plan, until) => `${plan} starts as soon as you pay and runs until ${until}.`,
    prolongs: (plan, from, until) => `You have ${plan} until ${from}. Paying extends it by a month, until ${until}.`,
    ends: (ends, endsOn) =>
      endsOn === null
        ? `Ends ${ends} as soon as you pay.`
        : `Ends ${ends}, which you have until ${endsOn}, as soon as you pay.`,
    replaces: (plan, until) => `The remaining days are not refunded. ${plan} runs from then until ${until}.`,
    pay: (amount) => `Pay ${amount}`,
    fail: 'Let the payment fail',
    abandon: 'Leave without paying',
    failedBefore: 'The last payment failed. You can try again.',
    paidTitle: 'Paid',
    paidText: 'Thank you. This page is your receipt.',
    paidOn: 'Paid on',
    closedTitle: 'This checkout is closed',
    closedText:
      'The invoice was not paid in time, or the subscription has ended. Start a new checkout from the billing page.',
    back: 'Back to billing',
    unknownTitle: 'This checkout does not exist',
    unknownText: 'The link may be incomplete. Open it again from the billing page.',
    brokenTitle: 'Something went wrong',
    brokenText: 'The problem is on our side. Please try again in a moment.',
  },
  id: {
    sandbox: 'Sandbox',
    notice: 'Ini halaman uji coba. Tidak ada uang sungguhan yang dipakai, apa pun pilihan Anda.',
    title: 'Pembayaran',
    perMonth: 'per bulan',
    billedTo: 'Ditagihkan kepada',
    reference: 'Referensi',
    card: 'Kartu uji coba',
    begins: (plan, until) => `${plan} berlaku begitu Anda membayar, sampai ${until}.`,
    prolongs: (plan, from, until) =>
      `${plan} Anda berlaku sampai ${from}. Pembayaran ini memperpanjang paket sebulan, sampai ${until}.`,
    ends: (ends, endsOn) =>
      endsOn === null
        ? `Mengakhiri ${ends} begitu Anda membayar.`
        : `Mengakhiri ${ends}, yang masih berlaku sampai ${endsOn}, begitu Anda membayar.`,
    replaces: (plan, until) =>
      `Uang untuk sisa harinya tidak dikembalikan. ${plan} berlaku sejak saat itu sampai ${until}.`,
    pay: (amount) => `Bayar ${amount}`,
    fail: 'Gagalkan pembayaran',
    abandon: 'Keluar tanpa membayar',
    failedBefore: 'Pembayaran terakhir gagal. Anda bisa mencoba lagi.',
    paidTitle: 'Lunas',
    paidText: 'Terima kasih. Halaman ini adalah bukti pembayaran Anda.',
    paidOn: 'Dibayar pada',
    closedTitle: 'Pembayaran ini sudah ditutup',
    closedText: 'Tagihan tidak dibayar tepat waktu, atau langganan sudah berakhir. Mulai lagi dari halaman tagihan.',
    back: 'Kembali ke tagihan',
    unknownTitle: 'Pembayaran ini tidak ditemukan',
    unknownText: 'Tautannya mungkin terpotong. Buka lagi dari halaman tagihan.',
    brokenTitle: 'Ada yang tidak beres',
    brokenText: 'Ada gangguan di sistem kami. Silakan coba lagi beberapa saat lagi.',
  },
};
