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
        `your account just transferred the Laris workspace ${workspace} to ${other}. You are an admin of the workspace now, and only the new owner can transfer it back.`,
      ],
      label: 'It was not me: choose a new password',
      after: [
        'If it was you, you do not need to do anything. If not, also write to the new owner and your server administrator.',
      ],
    }),
    taken: ({ name, other, workspace }: Facts) => ({
      subject: `You own ${workspace} now`,
      before: [
        `Hello ${name},`,
        `${other} just transferred the Laris workspace ${workspace} to you. You decide who is an admin and who becomes the next owner.`,
      ],
      label: 'See the members',
      after: ['If you did not expect this, ask the previous owner before you change anything.'],
    }),
  },
  id: {
    given: ({ name, other, workspace }: Facts) => ({
      subject: `Pemilik ${workspace} sudah berganti`,
      before: [
        `Halo ${name},`,
        `workspace ${workspace} di Laris baru saja dialihkan dari akun Anda kepada ${other}. Sekarang Anda menjadi admin, dan hanya pemilik baru yang bisa mengembalikan workspace ini kepada Anda.`,
      ],
      label: 'Bukan saya: buat kata sandi baru',
      after: [
        'Jika memang Anda yang mengalihkan workspace ini, Anda tidak perlu melakukan apa-apa. Jika bukan, hubungi juga pemilik baru dan pengelola server.',
      ],
    }),
    taken: ({ name, other, workspace }: Facts) => ({
      subject: `Anda sekarang pemilik ${workspace}`,
      before: [
        `Halo ${name},`,
        `${other} baru saja mengalihkan workspace ${workspace} di Laris kepada Anda. Anda yang menentukan siapa admin dan siapa pemilik berikutnya.`,
      ],
      label: 'Lihat anggota',
      after: ['Jika Anda tidak tahu soal ini, tanyakan dulu kepada pemilik sebelumnya sebelum mengubah apa pun.'],
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
