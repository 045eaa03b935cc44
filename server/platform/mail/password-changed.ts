import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  name: string;
  /** The address of the page for a forgotten password. */
  link: string;
}

const WORDS = {
  en: ({ name }: Facts) => ({
    subject: 'Your password for Laris was changed',
    before: [
      `Hello ${name},`,
      'the password of your Laris account was just changed. All other devices are signed out.',
    ],
    label: 'It was not me: choose a new password',
    after: ['If it was you, you do not need to do anything.'],
  }),
  id: ({ name }: Facts) => ({
    subject: 'Kata sandi Laris Anda sudah diubah',
    before: [
      `Halo ${name},`,
      'kata sandi akun Laris Anda baru saja diubah. Semua perangkat lain sudah dikeluarkan dari akun ini.',
    ],
    label: 'Bukan saya: buat kata sandi baru',
    after: ['Jika memang Anda yang mengubah kata sandi, Anda tidak perlu melakukan apa-apa.'],
  }),
};

/** Makes the mail about a new password, so that a person notices one that they did not set. */
export function passwordChangedMail(language: keyof typeof WORDS, facts: Facts): Letter {
  const { label, ...words } = WORDS[language]({ ...facts, name: named(facts.name) });
  return letter({ language, ...words, link: { label, url: facts.link } });
}
