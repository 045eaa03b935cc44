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
    before: [
      `Hello ${name},`,
      'somebody wants to use this address for your Laris account. If it was you, confirm that the address is yours.',
    ],
    label: 'Confirm this address',
    after: [
      `The link works for ${hours} hours. Until you confirm, you sign in with your current address.`,
      'If it was not you, do nothing: nothing is changed.',
    ],
  }),
  id: ({ name, hours }: LinkFacts) => ({
    subject: 'Konfirmasi email baru Anda untuk Laris',
    before: [
      `Halo ${name},`,
      'ada yang ingin memakai alamat ini untuk akun Laris Anda. Jika itu Anda, konfirmasi bahwa alamat ini milik Anda.',
    ],
    label: 'Konfirmasi alamat ini',
    after: [
      `Tautan ini berlaku selama ${hours} jam. Sebelum dikonfirmasi, Anda tetap masuk dengan alamat lama.`,
      'Jika bukan Anda, abaikan saja: tidak ada yang berubah.',
    ],
  }),
};

const PROOF = {
  en: ({ name, hours, itWasNotMe }: ProofFacts) => ({
    subject: 'Confirm your e-mail for Laris',
    before: [
      `Hello ${name},`,
      'somebody created a Laris account with this address. If it was you, confirm that the address is yours.',
    ],
    label: 'Confirm this address',
    after: [
      `The link works for ${hours} hours, once you are signed in.`,
      `If it was not you, do not open the link. To lock out the person who created the account, choose your own password: ${itWasNotMe}`,
    ],
  }),
  id: ({ name, hours, itWasNotMe }: ProofFacts) => ({
    subject: 'Konfirmasi email Anda untuk Laris',
    before: [
      `Halo ${name},`,
      'ada yang membuat akun Laris dengan alamat ini. Jika itu Anda, konfirmasi bahwa alamat ini milik Anda.',
    ],
    label: 'Konfirmasi alamat ini',
    after: [
      `Tautan ini berlaku selama ${hours} jam, setelah Anda masuk.`,
      `Jika bukan Anda, jangan buka tautannya. Agar pembuat akun itu tidak bisa masuk lagi, buat kata sandi Anda sendiri: ${itWasNotMe}`,
    ],
  }),
};

const CHANGED = {
  en: ({ name }: Facts) => ({
    subject: 'Your e-mail for Laris was changed',
    before: [
      `Hello ${name},`,
      'the e-mail of your Laris account was just changed. You can no longer sign in with this address.',
    ],
    label: 'Sign in',
    after: ['If it was not you, ask your server administrator to set a new password for you.'],
  }),
  id: ({ name }: Facts) => ({
    subject: 'Email Anda untuk Laris sudah diubah',
    before: [
      `Halo ${name},`,
      'email akun Laris Anda baru saja diubah. Alamat ini tidak bisa lagi dipakai untuk masuk.',
    ],
    label: 'Masuk',
    after: ['Jika bukan Anda yang mengubahnya, minta pengelola server membuat kata sandi baru untuk Anda.'],
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
