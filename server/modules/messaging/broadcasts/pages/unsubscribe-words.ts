/** The texts of the unsubscribe pages, in English and Indonesian. */
import type { Language } from '@/server/platform/lib/language';

/** The topic that a person opts out of: a merchant's e-mails, or reminders of abandoned carts. */
export type Topic = 'marketing' | 'carts';

/**
 * The opt-out state of a person. ask: opted in. done: opted out. stopped: opted out for a reason that the person cannot
 * undo, such as a bounce.
 */
export type OptOutState = 'ask' | 'done' | 'stopped';

/** unknown: the link is none of ours. */
export type Failure = 'unknown' | 'failed';

export interface OptOutWords {
  title: string;
  text: (brand: string, address: string) => string;
  /** The label of the one button; absent when there is nothing to do. */
  button?: string;
}

export const OPT_OUT_WORDS: Record<Language, Record<Topic, Record<OptOutState, OptOutWords>>> = {
  en: {
    marketing: {
      ask: {
        title: 'Unsubscribe?',
        text: (brand, address) => `${brand} will stop sending marketing e-mails to ${address}.`,
        button: 'Unsubscribe',
      },
      done: {
        title: 'You are unsubscribed',
        text: (brand, address) =>
          `${address} gets no more marketing e-mails from ${brand}. E-mails already on their way may still arrive in the next minutes.`,
        button: 'Subscribe me again',
      },
      stopped: {
        title: 'You are unsubscribed',
        text: (brand, address) => `${address} gets no marketing e-mails from ${brand}.`,
      },
    },
    carts: {
      ask: {
        title: 'Cart reminders are on',
        text: (brand, address) => `${brand} may e-mail ${address} about items left in the cart.`,
        button: 'Stop cart reminders',
      },
      done: {
        title: 'Cart reminders are off',
        text: (brand, address) => `${brand} will no longer e-mail ${address} about items left in the cart.`,
        button: 'Keep reminding me',
      },
      stopped: {
        title: 'Cart reminders are off',
        text: (brand, address) => `${brand} does not e-mail ${address} about items left in the cart.`,
      },
    },
  },
  id: {
    marketing: {
      ask: {
        title: 'Berhenti berlangganan?',
        text: (brand, address) => `${brand} tidak akan lagi mengirim email promosi ke ${address}.`,
        button: 'Berhenti berlangganan',
      },
      done: {
        title: 'Anda sudah berhenti berlangganan',
        text: (brand, address) =>
          `${address} tidak lagi menerima email promosi dari ${brand}. Email yang sedang dikirim mungkin masih masuk dalam beberapa menit.`,
        button: 'Langganan lagi',
      },
      stopped: {
        title: 'Anda sudah berhenti berlangganan',
        text: (brand, address) => `${address} tidak menerima email promosi dari ${brand}.`,
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
        button: 'Tetap ingatkan saya',
      },
      stopped: {
        title: 'Pengingat keranjang dihentikan',
        text: (brand, address) =>
          `${brand} tidak mengirim email ke ${address} tentang barang yang tertinggal di keranjang.`,
      },
    },
  },
};

/** The texts of the further choices, shown when a recipient can choose more than e-mail. */
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
    title: 'Or choose which messages you get',
    text: 'You get only the messages that you tick.',
    over: 'Contact me by',
    about: 'Send me',
    save: 'Save my choices',
    saved: 'Your choices are saved.',
    families: { email: 'E-mail', ads: 'Ads on other sites, based on what I buy' },
  },
  id: {
    title: 'Atau pilih pesan yang ingin Anda terima',
    text: 'Anda hanya menerima pesan yang dicentang.',
    over: 'Hubungi saya lewat',
    about: 'Kirimi saya',
    save: 'Simpan pilihan saya',
    saved: 'Pilihan Anda sudah tersimpan.',
    families: { email: 'Email', ads: 'Iklan di situs lain sesuai belanjaan saya' },
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
      text: 'The link may be incomplete. Open it again from the e-mail, or copy the whole link.',
    },
    failed: { title: 'Something went wrong', text: 'The problem is on our side. Please try again in a moment.' },
  },
  id: {
    unknown: {
      title: 'Tautan ini tidak berfungsi',
      text: 'Tautan ini mungkin terpotong. Buka lagi dari email, atau salin seluruh tautan.',
    },
    failed: {
      title: 'Ada yang tidak beres',
      text: 'Ada gangguan di sistem kami. Silakan coba lagi beberapa saat lagi.',
    },
  },
};
