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
        `${workspace} would like to work with you on “${about}”. Everything about it, and what you get, is on your page. You need no account.`,
      ],
      label: 'See the invitation',
    }),
    accepted: ({ name, workspace, about }) => ({
      subject: `You are in: ${about}`,
      before: [`Hello ${name},`, `${workspace} has accepted you for “${about}”. What comes next is on your page.`],
      label: 'Open your page',
    }),
    declined: ({ name, workspace, about }) => ({
      subject: `About your application: ${about}`,
      before: [`Hello ${name},`, `thank you for applying for “${about}”. This time ${workspace} has chosen others.`],
      label: 'Open your page',
    }),
    changes: ({ name, workspace, about }) => ({
      subject: `A change is asked for: ${about}`,
      before: [`Hello ${name},`, `${workspace} has looked at what you sent for “${about}” and asks for a change:`],
      label: 'See what is asked for',
    }),
    message: ({ name, workspace, about }) => ({
      subject: `${workspace} wrote to you: ${about}`,
      before: [`Hello ${name},`, `${workspace} wrote to you about “${about}”:`],
      label: 'Read and answer',
    }),
    statement: ({ name, workspace, about }) => ({
      subject: `A statement of what you earned: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} has made a statement of what you earned with “${about}”. It is on your page, each order on a line.`,
      ],
      label: 'See the statement',
    }),
    suspended: ({ name, workspace, about }) => ({
      subject: `Paused for now: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} has suspended your part in “${about}”. Your link and your code do not work for now, and what you earned and was not paid yet is held. You can ask about it on your page.`,
      ],
      label: 'Open your page',
    }),
    reinstated: ({ name, workspace, about }) => ({
      subject: `You are back: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} has taken you back into “${about}”. Your link and your code work again.`,
      ],
      label: 'Open your page',
    }),
    ended: ({ name, workspace, about }) => ({
      subject: `It has ended: ${about}`,
      before: [
        `Hello ${name},`,
        `${workspace} has ended the collaboration on “${about}”. If you had a link and a code, they no longer work; what was approved is still paid. Your page stays open for 180 days.`,
      ],
      label: 'Open your page',
    }),
  },
  id: {
    invitation: ({ name, workspace, about }) => ({
      subject: `${workspace} mengundang Anda: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} ingin bekerja sama dengan Anda untuk “${about}”. Semua rinciannya, termasuk imbalan Anda, ada di halaman Anda. Tidak perlu membuat akun.`,
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
      subject: `Ada permintaan perubahan: ${about}`,
      before: [`Halo ${name},`, `${workspace} sudah melihat kiriman Anda untuk “${about}” dan meminta perubahan:`],
      label: 'Lihat permintaannya',
    }),
    message: ({ name, workspace, about }) => ({
      subject: `${workspace} menulis kepada Anda: ${about}`,
      before: [`Halo ${name},`, `${workspace} menulis kepada Anda tentang “${about}”:`],
      label: 'Baca dan balas',
    }),
    statement: ({ name, workspace, about }) => ({
      subject: `Rincian penghasilan Anda: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} membuat rincian penghasilan Anda dari “${about}”. Setiap pesanan tercantum di halaman Anda.`,
      ],
      label: 'Lihat rinciannya',
    }),
    suspended: ({ name, workspace, about }) => ({
      subject: `Dihentikan sementara: ${about}`,
      before: [
        `Halo ${name},`,
        `${workspace} menghentikan sementara keikutsertaan Anda dalam “${about}”. Tautan dan kode Anda tidak berlaku untuk sementara, dan penghasilan yang belum dibayar ditahan. Anda dapat menanyakannya di halaman Anda.`,
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
        `${workspace} mengakhiri kerja sama untuk “${about}”. Jika Anda punya tautan dan kode, keduanya tidak berlaku lagi; yang sudah disetujui tetap dibayar. Halaman Anda tetap terbuka selama 180 hari.`,
      ],
      label: 'Buka halaman Anda',
    }),
  },
};

const SMALL: Record<Language, (workspace: string, stop: string) => string[]> = {
  en: (workspace, stop) => [
    'Keep this address to yourself: whoever has it can answer in your name.',
    `You want no more e-mails about working with ${workspace}? ${stop}`,
  ],
  id: (workspace, stop) => [
    'Simpan alamat ini untuk Anda sendiri: siapa pun yang memilikinya dapat menjawab atas nama Anda.',
    `Tidak ingin menerima e-mail lagi tentang kerja sama dengan ${workspace}? ${stop}`,
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
      `somebody, hopefully you, has applied at ${workspace} for “${about}” with this address. Confirm it, and ${workspace} sees the application.`,
    ],
    label: 'Confirm the application',
    after: 'If it was not you, do nothing: nobody sees it.',
  }),
  id: ({ name, workspace, about }) => ({
    subject: `Konfirmasi lamaran Anda di ${workspace}`,
    before: [
      `Halo ${name},`,
      `seseorang, semoga Anda, melamar di ${workspace} untuk “${about}” dengan alamat ini. Konfirmasikan agar ${workspace} melihatnya.`,
    ],
    label: 'Konfirmasi lamaran',
    after: 'Jika bukan Anda, abaikan saja: tidak ada yang melihatnya.',
  }),
};

/** Makes the mail that asks an applicant to confirm their application. */
export function applicationMail(language: Language, { link, ...facts }: Said & { link: string }): Letter {
  const said = { name: named(facts.name), workspace: named(facts.workspace), about: named(facts.about) };
  const { subject, before, label, after } = VERIFY[language](said);
  return letter({ language, subject, before, link: { label, url: link }, after: [after] });
}
