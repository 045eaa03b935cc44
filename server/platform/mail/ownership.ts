import { letter, named, type Letter } from '@/server/platform/mail/letter';

/** The two sides of a transfer: the reader gave the workspace away, or has it now. */
export const OWNERSHIP_NEWS = ['given', 'taken'] as const;
export type OwnershipNews = (typeof OWNERSHIP_NEWS)[number];

interface Facts {
  name: string;
  /** The other person, with their e-mail, because names are easily alike. */
  other: string;
  workspace: string;
  /** For the previous owner a link to set a new password; for the new owner a link to the members. */
  link: string;
}

const WORDS = {
  en: {
    given: ({ name, other, workspace }: Facts) => ({
      subject: `${workspace} has another owner`,
      before: [
        `Hello ${name},`,
        `the workspace ${workspace} at Laris was handed over from your account to ${other} just now. You are an admin of it from now on, and only the new owner can give it back.`,
      ],
      label: 'It was not me: choose a new password',
      after: [
        'If it was you, there is nothing to do. If not, also write to the new owner and to whoever runs this server.',
      ],
    }),
    taken: ({ name, other, workspace }: Facts) => ({
      subject: `You own ${workspace} now`,
      before: [
        `Hello ${name},`,
        `${other} handed the workspace ${workspace} at Laris over to you just now. Who is an admin of it and who owns it next is yours to say.`,
      ],
      label: 'See its members',
      after: ['If you did not expect this, ask them before you change anything.'],
    }),
  },
  id: {
    given: ({ name, other, workspace }: Facts) => ({
      subject: `Pemilik ${workspace} telah berganti`,
      before: [
        `Halo ${name},`,
        `workspace ${workspace} di Laris baru saja dialihkan dari akun Anda kepada ${other}. Mulai sekarang Anda menjadi admin, dan hanya pemilik baru yang dapat mengembalikannya.`,
      ],
      label: 'Bukan saya: buat kata sandi baru',
      after: [
        'Jika memang Anda yang melakukannya, tidak perlu melakukan apa-apa. Jika bukan, hubungi juga pemilik baru dan pengelola server ini.',
      ],
    }),
    taken: ({ name, other, workspace }: Facts) => ({
      subject: `Anda sekarang pemilik ${workspace}`,
      before: [
        `Halo ${name},`,
        `${other} baru saja mengalihkan workspace ${workspace} di Laris kepada Anda. Anda yang menentukan siapa adminnya dan siapa pemilik berikutnya.`,
      ],
      label: 'Lihat anggotanya',
      after: ['Jika Anda tidak menduganya, tanyakan dulu sebelum mengubah apa pun.'],
    }),
  },
};

/** Makes the mail that tells the previous or the new owner about the transfer of a workspace. */
export function ownershipMail(language: keyof typeof WORDS, news: OwnershipNews, facts: Facts): Letter {
  const { label, ...words } = WORDS[language][news]({
    ...facts,
    name: named(facts.name),
    other: named(facts.other),
    workspace: named(facts.workspace),
  });
  return letter({ language, ...words, link: { label, url: facts.link } });
}
