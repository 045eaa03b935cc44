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
    after: 'If it was you, you do not need to do anything.',
    news: {
      on: {
        subject: 'Your Laris account now asks for a code',
        text: 'from now on, you need a code from your authenticator app to sign in to your Laris account. All other devices are signed out. Keep your recovery codes where you can reach them without your phone.',
      },
      off: {
        subject: 'Your Laris account no longer asks for a code',
        text: 'codes at sign-in were just switched off for your Laris account. You can sign in with your password alone.',
      },
      recovery: {
        subject: 'A recovery code of your Laris account was used',
        text: 'somebody just used one of the recovery codes of your Laris account. This code no longer works. Create new codes in your account before you run out.',
      },
      codes: {
        subject: 'New recovery codes for your Laris account',
        text: 'new recovery codes were just created for your Laris account. The old codes no longer work.',
      },
      passkeyAdded: {
        subject: 'A passkey was added to your Laris account',
        text: 'a passkey was just added to your Laris account. Anybody who has the passkey can sign in without your password. If it was not you, also remove the passkey in your account.',
      },
      passkeyRemoved: {
        subject: 'A passkey of your Laris account was removed',
        text: 'a passkey was just removed from your Laris account. Nobody can sign in with this passkey any more.',
      },
      wrongCodes: {
        subject: 'Somebody has the password of your Laris account',
        text: 'somebody just entered the right password of your Laris account and several wrong codes. They could not sign in, but they know your password. Choose another password now, here and everywhere else you use it.',
      },
    },
  },
  id: {
    hello: (name: string) => `Halo ${name},`,
    label: 'Bukan saya: buat kata sandi baru',
    after: 'Jika memang Anda yang melakukan ini, Anda tidak perlu melakukan apa-apa.',
    news: {
      on: {
        subject: 'Akun Laris Anda kini meminta kode saat masuk',
        text: 'mulai sekarang, masuk ke akun Laris Anda memerlukan kode dari aplikasi autentikator. Semua perangkat lain sudah dikeluarkan dari akun ini. Simpan kode pemulihan di tempat yang bisa Anda buka tanpa ponsel.',
      },
      off: {
        subject: 'Akun Laris Anda tidak lagi meminta kode saat masuk',
        text: 'kode saat masuk untuk akun Laris Anda baru saja dinonaktifkan. Anda bisa masuk hanya dengan kata sandi.',
      },
      recovery: {
        subject: 'Kode pemulihan akun Laris Anda sudah dipakai',
        text: 'salah satu kode pemulihan akun Laris Anda baru saja dipakai dan tidak berlaku lagi. Jika kode pemulihan hampir habis, buat kode baru di halaman akun Anda.',
      },
      codes: {
        subject: 'Kode pemulihan baru untuk akun Laris Anda',
        text: 'kode pemulihan baru untuk akun Laris Anda baru saja dibuat. Kode yang lama tidak berlaku lagi.',
      },
      passkeyAdded: {
        subject: 'Passkey ditambahkan ke akun Laris Anda',
        text: 'passkey baru saja ditambahkan ke akun Laris Anda. Siapa pun yang punya passkey itu bisa masuk tanpa kata sandi Anda. Jika bukan Anda, hapus juga passkey itu di halaman akun Anda.',
      },
      passkeyRemoved: {
        subject: 'Passkey akun Laris Anda sudah dihapus',
        text: 'passkey baru saja dihapus dari akun Laris Anda. Passkey itu tidak bisa dipakai untuk masuk lagi.',
      },
      wrongCodes: {
        subject: 'Ada yang tahu kata sandi akun Laris Anda',
        text: 'baru saja ada yang memasukkan kata sandi akun Laris Anda dengan benar, lalu beberapa kode yang salah. Orang itu tidak bisa masuk, tetapi sudah tahu kata sandi Anda. Ganti kata sandi Anda sekarang, juga di tempat lain yang memakai kata sandi yang sama.',
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
