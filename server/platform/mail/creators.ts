/** The mails of the service to creators and affiliates (docs/contract/collaborations.md#mails). */
import type { Language } from '@/server/platform/lib/language';
import { letter, named, type Letter } from '@/server/platform/mail/letter';

export const CREATOR_MAILS = [
  'invitation',
  'accepted',
  'declined',
  'changes',
  'message',
  'statement',
  'suspended',
  'reinstated',
  'ended',
] as const;
export type CreatorMail = (typeof CREATOR_MAILS)[number];

interface Facts {
  name: string;
  workspace: string;
  /** The subject of the collaboration: the title of a brief, the name of a program. */
  about: string;
  /** The merchant's own text, if any. */
  text: string | null;
  portal: string;
  /** The address where these mails are stopped. */
  stop: string;
}

interface Words {
  subject: string;
  before: string[];
  label: string;
}
type Said = Pick<Facts, 'name' | 'workspace' | 'about'>;

const WORDS: Record<Language, Record<CreatorMail, (said: Said) => Words>> = {
  en: {
    invitation: ({ name, workspace, about }) => ({
      subject: `${workspace} invites you: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} would like to work with you on “${about}”. Your page shows all details and what you get. You need no account.`,
      ],
      label: 'See the invitation',
    }),
    accepted: ({ name, workspace, about }) => ({
      subject: `You are in: ${about}`,
      before: [`Hello ${name},`, `${workspace} has accepted you for “${about}”. Your page shows the next steps.`],
      label: 'Open your page',
    }),
    declined: ({ name, workspace, about }) => ({
      subject: `About your application: ${about}`,
      before: [`Hello ${name},`, `thank you for applying for “${about}”. This time ${workspace} has chosen others.`],
      label: 'Open your page',
    }),
    changes: ({ name, workspace, about }) => ({
      subject: `${workspace} asks for a change: ${about}`,
      before: [`Hello ${name},`, `${workspace} reviewed your content for “${about}” and asks for a change:`],
      label: 'See the change',
    }),
    message: ({ name, workspace, about }) => ({
      subject: `${workspace} wrote to you: ${about}`,
      before: [`Hello ${name},`, `${workspace} wrote to you about “${about}”:`],
      label: 'Read and answer',
    }),
    statement: ({ name, workspace, about }) => ({
      subject: `Your statement: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} made a statement of your earnings from “${about}”. Your page lists each order.`,
      ],
      label: 'See the statement',
    }),
    suspended: ({ name, workspace, about }) => ({
      subject: `Paused for now: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} paused your part in “${about}”. Your link and your code do not work for now, and earnings that are not paid yet are held. You can ask the shop on your page.`,
      ],
      label: 'Open your page',
    }),
    reinstated: ({ name, workspace, about }) => ({
      subject: `You are back: ${about}`,
      before: [`Hello ${name},`, `${workspace} reactivated you in “${about}”. Your link and your code work again.`],
      label: 'Open your page',
    }),
    ended: ({ name, workspace, about }) => ({
      subject: `Collaboration ended: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} has ended the collaboration on “${about}”. If you had a link and a code, they no longer work. Approved earnings are still paid. Your page stays open for 180 days.`,
      ],
      label: 'Open your page',
    }),
  },
  id: {
    invitation: ({ name, workspace, about }) => ({
      subject: `${workspace} mengundang Anda: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} ingin bekerja sama dengan Anda untuk “${about}”. Semua rincian kerja sama, termasuk imbalan Anda, ada di halaman Anda. Anda tidak perlu membuat akun.`,
      ],
      label: 'Lihat undangan',
    }),
    accepted: ({ name, workspace, about }) => ({
      subject: `Anda diterima: ${about}`,
      before: [`Halo ${name},`, `${workspace} menerima Anda untuk “${about}”. Langkah berikutnya ada di halaman Anda.`],
      label: 'Buka halaman Anda',
    }),
    declined: ({ name, workspace, about }) => ({
      subject: `Tentang lamaran Anda: ${about}`,
      before: [
        `Halo ${name},`,
        `terima kasih sudah melamar untuk “${about}”. Kali ini ${workspace} memilih yang lain.`,
      ],
      label: 'Buka halaman Anda',
    }),
    changes: ({ name, workspace, about }) => ({
      subject: `${workspace} meminta perubahan: ${about}`,
      before: [`Halo ${name},`, `${workspace} sudah memeriksa konten Anda untuk “${about}” dan meminta perubahan:`],
      label: 'Lihat perubahan yang diminta',
    }),
    message: ({ name, workspace, about }) => ({
      subject: `Pesan dari ${workspace}: ${about}`,
      before: [`Halo ${name},`, `ada pesan dari ${workspace} tentang “${about}”:`],
      label: 'Baca dan balas',
    }),
    statement: ({ name, workspace, about }) => ({
      subject: `Laporan komisi Anda: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} membuat laporan komisi Anda dari “${about}”. Setiap pesanan tercantum di halaman Anda.`,
      ],
      label: 'Lihat laporan komisi',
    }),
    suspended: ({ name, workspace, about }) => ({
      subject: `Dihentikan sementara: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} menghentikan sementara keikutsertaan Anda dalam “${about}”. Tautan dan kode Anda tidak berlaku untuk sementara, dan penghasilan yang belum dibayar ditahan. Anda bisa bertanya ke toko di halaman Anda.`,
      ],
      label: 'Buka halaman Anda',
    }),
    reinstated: ({ name, workspace, about }) => ({
      subject: `Anda aktif kembali: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} mengaktifkan Anda kembali dalam “${about}”. Tautan dan kode Anda berlaku lagi.`,
      ],
      label: 'Buka halaman Anda',
    }),
    ended: ({ name, workspace, about }) => ({
      subject: `Kerja sama berakhir: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} mengakhiri kerja sama untuk “${about}”. Jika Anda punya tautan dan kode, keduanya tidak berlaku lagi. Penghasilan yang sudah disetujui tetap dibayar. Halaman Anda tetap terbuka selama 180 hari.`,
      ],
      label: 'Buka halaman Anda',
    }),
  },
};

const SMALL: Record<Language, (workspace: string, stop: string) => string[]> = {
  en: (workspace, stop) => [
    'Do not share the address of your page: anybody who has it can answer in your name.',
    `Stop e-mails about your work with ${workspace}: ${stop}`,
  ],
  id: (workspace, stop) => [
    'Jangan bagikan alamat halaman Anda: siapa pun yang punya alamat itu bisa menjawab atas nama Anda.',
    `Hentikan email tentang kerja sama dengan ${workspace}: ${stop}`,
  ],
};

export function creatorMail(language: Language, kind: CreatorMail, { text, portal, stop, ...facts }: Facts): Letter {
  const said = { name: named(facts.name), workspace: named(facts.workspace), about: named(facts.about) };
  const { subject, before, label } = WORDS[language][kind](said);
  return letter({
    language,
    subject,
    before: text === null || text === '' ? before : [...before, text],
    link: { label, url: portal },
    after: SMALL[language](said.workspace, stop),
  });
}

const VERIFY: Record<Language, (said: Said) => Words & { after: string }> = {
  en: ({ name, workspace, about }) => ({
    subject: `Confirm your application at ${workspace}`,
    before: [
      `Hello ${name},`,
      `somebody, hopefully you, applied at ${workspace} for “${about}” with this address. Confirm the application to send it to ${workspace}.`,
    ],
    label: 'Confirm the application',
    after: 'If it was not you, do nothing: the application is not sent.',
  }),
  id: ({ name, workspace, about }) => ({
    subject: `Konfirmasi lamaran Anda di ${workspace}`,
    before: [
      `Halo ${name},`,
      `seseorang, semoga Anda, melamar di ${workspace} untuk “${about}” dengan alamat ini. Konfirmasi lamaran agar terkirim ke ${workspace}.`,
    ],
    label: 'Konfirmasi lamaran',
    after: 'Jika bukan Anda, abaikan saja: lamaran tidak akan dikirim.',
  }),
};

/** Makes the mail that asks an applicant to confirm their application. */
export function applicationMail(language: Language, { link, ...facts }: Said & { link: string }): Letter {
  const said = { name: named(facts.name), workspace: named(facts.workspace), about: named(facts.about) };
  const { subject, before, label, after } = VERIFY[language](said);
  return letter({ language, subject, before, link: { label, url: link }, after: [after] });
}
