import { letter, named, type Letter } from '@/server/platform/mail/letter';

/**
 * The news: the second factor was switched on or off, a recovery code was used, new recovery codes were made, a passkey
 * was added or removed, several wrong codes came after the right password.
 */
export const SECURITY_NEWS = [
  'on',
  'off',
  'recovery',
  'codes',
  'passkeyAdded',
  'passkeyRemoved',
  'wrongCodes',
] as const;
export type SecurityNews = (typeof SECURITY_NEWS)[number];

interface Facts {
  name: string;
  /** The address of the page for a forgotten password. */
  link: string;
}

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name},`,
    label: 'It was not me: choose a new password',
    after: 'If it was you, there is nothing to do.',
    news: {
      on: {
        subject: 'Your Laris account now asks for a code',
        text: 'signing in to your account at Laris takes a code of your authenticator app from now on. Everybody who was signed in with it elsewhere is signed out. Keep your recovery codes where you find them without your phone.',
      },
      off: {
        subject: 'Your Laris account no longer asks for a code',
        text: 'the codes at sign-in were switched off for your account at Laris just now. Your password alone opens it again.',
      },
      recovery: {
        subject: 'A recovery code of your Laris account was used',
        text: 'somebody used one of the recovery codes of your account at Laris just now. It works no more. If you run out of them, make new ones in your account.',
      },
      codes: {
        subject: 'New recovery codes for your Laris account',
        text: 'new recovery codes were made for your account at Laris just now. Those of before work no more.',
      },
      passkeyAdded: {
        subject: 'A passkey was added to your Laris account',
        text: 'a passkey was added to your account at Laris just now. Whoever has it can sign in without your password. If it was not you, remove it in your account as well.',
      },
      passkeyRemoved: {
        subject: 'A passkey of your Laris account was removed',
        text: 'a passkey was removed from your account at Laris just now. It no longer signs in.',
      },
      wrongCodes: {
        subject: 'Somebody has the password of your Laris account',
        text: 'somebody gave the right password of your account at Laris just now, and several codes that were wrong. Your account stayed closed to them, but your password is known: choose another one, here and wherever else you use it.',
      },
    },
  },
  id: {
    hello: (name: string) => `Halo ${name},`,
    label: 'Bukan saya: buat kata sandi baru',
    after: 'Jika memang Anda yang melakukannya, tidak perlu melakukan apa-apa.',
    news: {
      on: {
        subject: 'Akun Laris Anda kini meminta kode saat masuk',
        text: 'mulai sekarang, masuk ke akun Laris Anda memerlukan kode dari aplikasi autentikator. Semua perangkat lain yang masih masuk dengan akun ini sudah dikeluarkan. Simpan kode pemulihan di tempat yang bisa Anda buka tanpa ponsel.',
      },
      off: {
        subject: 'Akun Laris Anda tidak lagi meminta kode saat masuk',
        text: 'kode saat masuk untuk akun Laris Anda baru saja dinonaktifkan. Akun Anda kembali terbuka hanya dengan kata sandi.',
      },
      recovery: {
        subject: 'Kode pemulihan akun Laris Anda telah dipakai',
        text: 'salah satu kode pemulihan akun Laris Anda baru saja dipakai dan tidak berlaku lagi. Jika kodenya hampir habis, buat yang baru di halaman akun Anda.',
      },
      codes: {
        subject: 'Kode pemulihan baru untuk akun Laris Anda',
        text: 'kode pemulihan baru untuk akun Laris Anda baru saja dibuat. Kode yang lama tidak berlaku lagi.',
      },
      passkeyAdded: {
        subject: 'Passkey ditambahkan ke akun Laris Anda',
        text: 'passkey baru saja ditambahkan ke akun Laris Anda. Siapa pun yang memilikinya bisa masuk tanpa kata sandi Anda. Jika bukan Anda, hapus juga passkey itu di halaman akun Anda.',
      },
      passkeyRemoved: {
        subject: 'Passkey akun Laris Anda telah dihapus',
        text: 'passkey baru saja dihapus dari akun Laris Anda. Passkey itu tidak bisa dipakai untuk masuk lagi.',
      },
      wrongCodes: {
        subject: 'Ada yang tahu kata sandi akun Laris Anda',
        text: 'baru saja ada yang memasukkan kata sandi akun Laris Anda dengan benar, lalu beberapa kode yang salah. Akun Anda tetap tertutup baginya, tetapi kata sandi Anda sudah diketahui: ganti sekarang, juga di tempat lain yang memakai kata sandi yang sama.',
      },
    },
  },
};

/** Makes the mail about a change in how a person signs in, so that they notice a change by somebody else. */
export function securityMail(language: keyof typeof WORDS, news: SecurityNews, facts: Facts): Letter {
  const words = WORDS[language];
  const { subject, text } = words.news[news];
  return letter({
    language,
    subject,
    before: [words.hello(named(facts.name)), text],
    link: { label: words.label, url: facts.link },
    after: [words.after],
  });
}
