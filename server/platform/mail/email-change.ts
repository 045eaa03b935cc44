import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  name: string;
  link: string;
}
interface LinkFacts extends Facts {
  /** The number of hours for which the link works. */
  hours: number;
}

interface ProofFacts extends LinkFacts {
  /** The address of the page for a forgotten password. */
  itWasNotMe: string;
}

const LINK = {
  en: ({ name, hours }: LinkFacts) => ({
    subject: 'Confirm your new e-mail for Laris',
    before: [`Hello ${name},`, 'this address is to be the new one of your account at Laris. Confirm that it is yours.'],
    label: 'Confirm this address',
    after: [
      `The link works for ${hours} hours. Until then you sign in with your present address.`,
      'If it was not you, do nothing: nothing is changed.',
    ],
  }),
  id: ({ name, hours }: LinkFacts) => ({
    subject: 'Konfirmasi e-mail baru Anda untuk Laris',
    before: [
      `Halo ${name},`,
      'alamat ini akan menjadi alamat baru akun Laris Anda. Konfirmasikan bahwa alamat ini milik Anda.',
    ],
    label: 'Konfirmasi alamat ini',
    after: [
      `Tautan ini berlaku selama ${hours} jam. Sampai itu Anda masuk dengan alamat yang sekarang.`,
      'Jika bukan Anda, abaikan saja: tidak ada yang berubah.',
    ],
  }),
};

const PROOF = {
  en: ({ name, hours, itWasNotMe }: ProofFacts) => ({
    subject: 'Confirm your e-mail for Laris',
    before: [
      `Hello ${name},`,
      'somebody made an account at Laris with this address. If it was you, confirm that the address is yours.',
    ],
    label: 'Confirm this address',
    after: [
      `The link works for ${hours} hours, once you are signed in.`,
      `If it was not you, do not open it. To close the account to whoever made it, choose a password of your own: ${itWasNotMe}`,
    ],
  }),
  id: ({ name, hours, itWasNotMe }: ProofFacts) => ({
    subject: 'Konfirmasi e-mail Anda untuk Laris',
    before: [
      `Halo ${name},`,
      'ada yang membuat akun Laris dengan alamat ini. Jika itu Anda, konfirmasikan bahwa alamat ini milik Anda.',
    ],
    label: 'Konfirmasi alamat ini',
    after: [
      `Tautan ini berlaku selama ${hours} jam, setelah Anda masuk.`,
      `Jika bukan Anda, jangan buka tautannya. Untuk menutup akun itu bagi pembuatnya, buat kata sandi Anda sendiri: ${itWasNotMe}`,
    ],
  }),
};

const CHANGED = {
  en: ({ name }: Facts) => ({
    subject: 'Your e-mail for Laris was changed',
    before: [
      `Hello ${name},`,
      'the e-mail of your account at Laris was changed just now. This address does not belong to it any more.',
    ],
    label: 'Sign in',
    after: ['If it was not you, ask whoever runs this server to set a new password for you.'],
  }),
  id: ({ name }: Facts) => ({
    subject: 'E-mail Anda untuk Laris telah diubah',
    before: [`Halo ${name},`, 'e-mail akun Laris Anda baru saja diubah. Alamat ini tidak lagi terhubung dengannya.'],
    label: 'Masuk',
    after: ['Jika bukan Anda yang mengubahnya, mintalah pengelola server ini membuat kata sandi baru untuk Anda.'],
  }),
};

/** Makes the mail to the new address, with the link that confirms the change. */
export function emailLinkMail(language: keyof typeof LINK, facts: LinkFacts): Letter {
  const { label, ...words } = LINK[language]({ ...facts, name: named(facts.name) });
  return letter({ language, ...words, link: { label, url: facts.link } });
}

/** Makes the mail that proves the address of a sign-up. */
export function proofMail(language: keyof typeof PROOF, facts: ProofFacts): Letter {
  const { label, ...words } = PROOF[language]({ ...facts, name: named(facts.name) });
  return letter({ language, ...words, link: { label, url: facts.link } });
}

/** Makes the mail to the previous address after a change. */
export function emailChangedMail(language: keyof typeof CHANGED, facts: Facts): Letter {
  const { label, ...words } = CHANGED[language]({ ...facts, name: named(facts.name) });
  return letter({ language, ...words, link: { label, url: facts.link } });
}
