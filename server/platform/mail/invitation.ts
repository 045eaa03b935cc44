import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  workspace: string;
  inviter: string;
  link: string;
  days: number;
}

const WORDS = {
  en: ({ workspace, inviter, days }: Facts) => ({
    subject: `Join ${workspace} on Laris`,
    before: [`${inviter} invites you to work on “${workspace}” in Laris, where the shop's marketing is done.`],
    label: 'Accept the invitation',
    after: [
      `The link works once, for ${days} days.`,
      'If you do not know what this is about, do nothing: nobody has an account in your name.',
    ],
  }),
  id: ({ workspace, inviter, days }: Facts) => ({
    subject: `Bergabung dengan ${workspace} di Laris`,
    before: [
      `${inviter} mengundang Anda ikut mengelola “${workspace}” di Laris, tempat pemasaran toko ini dikerjakan.`,
    ],
    label: 'Terima undangan',
    after: [
      `Tautan ini berlaku satu kali, selama ${days} hari.`,
      'Jika Anda tidak tahu soal undangan ini, abaikan saja: tidak ada akun yang dibuat atas nama Anda.',
    ],
  }),
};

/** Makes the mail that invites a person into a workspace. */
export function invitationMail(language: keyof typeof WORDS, facts: Facts): Letter {
  const { label, ...words } = WORDS[language]({
    ...facts,
    workspace: named(facts.workspace),
    inviter: named(facts.inviter),
  });
  return letter({ language, ...words, link: { label, url: facts.link } });
}
