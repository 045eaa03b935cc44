/** The texts of the unsubscribe pages, in English and Indonesian. */
import type { Language } from '@/server/platform/lib/language';

/** The topic that somebody opts out of: a merchant's e-mails, or the reminders of carts left behind. */
export type Topic = 'marketing' | 'carts';

/**
 * The opt-out state of a person. ask: opted in. done: opted out. stopped: opted out for a reason that is not theirs to
 * undo, such as a bounce.
 */
export type OptOutState = 'ask' | 'done' | 'stopped';

/** unknown: the link is none of ours. */
export type Failure = 'unknown' | 'failed';

export interface OptOutWords {
  title: string;
  text: (brand: string, address: string) => string;
  /** The label of the one button, where there is something to do. */
  button?: string;
}

export const OPT_OUT_WORDS: Record<Language, Record<Topic, Record<OptOutState, OptOutWords>>> = {
  en: {
    marketing: {
      ask: {
        title: 'Unsubscribe?',
        text: (brand, address) => `${address} will get no more marketing e-mails from ${brand}.`,
        button: 'Unsubscribe',
      },
      done: {
        title: 'You are unsubscribed',
        text: (brand, address) =>
          `${address} gets no more marketing e-mails from ${brand}. It may take a few minutes for what is on its way.`,
        button: 'That was a mistake, subscribe me again',
      },
      stopped: {
        title: 'You are unsubscribed',
        text: (brand, address) => `${address} gets no marketing e-mails from ${brand}.`,
      },
    },
    carts: {
      ask: {
        title: 'Cart reminders are on',
        text: (brand, address) => `${brand} may write to ${address} about things left in the cart.`,
        button: 'Stop cart reminders',
      },
      done: {
        title: 'No more cart reminders',
        text: (brand, address) => `${brand} will not write to ${address} about things left in the cart any more.`,
        button: 'That was a mistake, keep reminding me',
      },
      stopped: {
        title: 'No more cart reminders',
        text: (brand, address) => `${brand} does not write to ${address} about things left in the cart.`,
      },
    },
  },
  id: {
    marketing: {
      ask: {
        title: 'Berhenti berlangganan?',
        text: (brand, address) => `${address} tidak akan lagi menerima email pemasaran dari ${brand}.`,
        button: 'Berhenti berlangganan',
      },
      done: {
        title: 'Anda sudah berhenti berlangganan',
        text: (brand, address) =>
          `${address} tidak lagi menerima email pemasaran dari ${brand}. Email yang sedang dikirim mungkin masih tiba dalam beberapa menit.`,
        button: 'Ini keliru, langganan lagi',
      },
      stopped: {
        title: 'Anda sudah berhenti berlangganan',
        text: (brand, address) => `${address} tidak menerima email pemasaran dari ${brand}.`,
      },
    },
    carts: {
      ask: {
        title: 'Pengingat keranjang aktif',
        text: (brand, address) =>
          `${brand} dapat mengirim email ke ${address} tentang barang yang tertinggal di keranjang.`,
        button: 'Hentikan pengingat keranjang',
      },
      done: {
        title: 'Pengingat keranjang dihentikan',
        text: (brand, address) =>
          `${brand} tidak akan lagi mengirim email ke ${address} tentang barang yang tertinggal di keranjang.`,
        button: 'Ini keliru, tetap ingatkan saya',
      },
      stopped: {
        title: 'Pengingat keranjang dihentikan',
        text: (brand, address) =>
          `${brand} tidak mengirim email ke ${address} tentang barang yang tertinggal di keranjang.`,
      },
    },
  },
};

/** The texts of the choices below, where there is more to choose than e-mail. */
export const CHOICE_WORDS: Record<
  Language,
  {
    title: string;
    text: string;
    over: string;
    about: string;
    save: string;
    saved: string;
    families: Record<string, string>;
  }
> = {
  en: {
    title: 'Or choose what you get',
    text: 'Only what is switched on reaches you.',
    over: 'You may write to me by',
    about: 'I would like to get',
    save: 'Save my choice',
    saved: 'Your choice is saved.',
    families: { email: 'E-mail', ads: 'Ads elsewhere that go by what I buy' },
  },
  id: {
    title: 'Atau pilih yang ingin Anda terima',
    text: 'Hanya yang dinyalakan yang sampai kepada Anda.',
    over: 'Saya boleh dihubungi lewat',
    about: 'Saya ingin menerima',
    save: 'Simpan pilihan saya',
    saved: 'Pilihan Anda tersimpan.',
    families: { email: 'Email', ads: 'Iklan di tempat lain sesuai yang saya beli' },
  },
};

/** Names of channels, which are the same in both languages. */
export const CHANNEL_NAMES: Record<string, string> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  line: 'LINE',
  slack: 'Slack',
  discord: 'Discord',
  push: 'Push',
  facebook: 'Facebook',
  instagram: 'Instagram',
  threads: 'Threads',
  tiktok: 'TikTok',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  webhook: 'Webhook',
};

export const FAILURE_WORDS: Record<Language, Record<Failure, { title: string; text: string }>> = {
  en: {
    unknown: {
      title: 'This link does not work',
      text: 'It may have been cut off. Open it from the e-mail once more, or copy it as a whole.',
    },
    failed: { title: 'That did not work', text: 'Something went wrong on our side. Please try again in a moment.' },
  },
  id: {
    unknown: {
      title: 'Tautan ini tidak berfungsi',
      text: 'Tautannya mungkin terpotong. Buka lagi dari email, atau salin seluruhnya.',
    },
    failed: { title: 'Belum berhasil', text: 'Ada gangguan di sisi kami. Silakan coba lagi sebentar lagi.' },
  },
};
