import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  name: string;
  link: string;
  minutes: number;
}

const WORDS = {
  en: ({ name, minutes }: Facts) => ({
    subject: 'Choose a new password for Laris',
    before: [
      `Hello ${name},`,
      'somebody asked for a new password for your Laris account. If it was you, choose the new password here.',
    ],
    label: 'Choose a new password',
    after: [
      `The link works once, for ${minutes} minutes.`,
      'If it was not you, do nothing: your password does not change.',
    ],
  }),
  id: ({ name, minutes }: Facts) => ({
    subject: 'Buat kata sandi baru untuk Laris',
    before: [
      `Halo ${name},`,
      'ada permintaan kata sandi baru untuk akun Laris Anda. Jika itu Anda, buat kata sandi baru di sini.',
    ],
    label: 'Buat kata sandi baru',
    after: [
      `Tautan ini berlaku satu kali, selama ${minutes} menit.`,
      'Jika bukan Anda, abaikan saja: kata sandi Anda tidak berubah.',
    ],
  }),
};

/** The link to a new password. */
export function resetMail(language: keyof typeof WORDS, facts: Facts): Letter {
  const { label, ...words } = WORDS[language]({ ...facts, name: named(facts.name) });
  return letter({ language, ...words, link: { label, url: facts.link } });
}
