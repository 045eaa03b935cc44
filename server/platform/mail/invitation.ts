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
    before: [`${inviter} invites you to work on the marketing of “${workspace}” in Laris.`],
    label: 'Accept the invitation',
    after: [
      `The link works once, for ${days} days.`,
      'If you did not expect this invitation, do nothing: no account is created in your name.',
    ],
  }),
  id: ({ workspace, inviter, days }: Facts) => ({
    subject: `Bergabung dengan ${workspace} di Laris`,
    before: [`${inviter} mengundang Anda ikut mengelola pemasaran “${workspace}” di Laris.`],
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
