/** The texts of forms for people who sign up, in English and Indonesian. */
import type { Language } from '@/server/platform/lib/language';
import type { Fault } from '@/server/modules/audience/forms/entered';
import type { OwnField } from '@/server/modules/audience/forms/vocabulary';

export interface Said {
  title: string;
  text: string;
}

export interface FormWords {
  button: string;
  fields: Record<OwnField, string>;
  choose: string;
  optional: string;
  /** The label of the field that people leave empty. */
  trap: string;
  faults: Record<Fault, string>;
  /** Above the fields, where something was refused. */
  look: string;
  /** The page was open for too long, or not long enough to be read. */
  again: string;
  tooMany: string;
  wrongSite: string;
  /** Below the title of the page after, where a confirmation is on its way. */
  confirmNow: Said;
  done: Said;
  closed: Said;
  missing: Said;
  failed: Said;
  confirm: {
    title: string;
    text: (brand: string) => string;
    button: string;
    done: (brand: string) => Said;
    late: Said;
  };
  mail: {
    subject: (brand: string) => string;
    text: (brand: string) => string;
    label: string;
    small: string;
  };
  close: string;
}

export const FORM_WORDS: Record<Language, FormWords> = {
  en: {
    button: 'Sign up',
    fields: { email: 'E-mail', phone: 'Phone', firstName: 'First name', lastName: 'Last name' },
    choose: 'Choose',
    optional: 'optional',
    trap: 'Leave this empty',
    faults: {
      required: 'Fill in this field.',
      email: 'This is not an e-mail address. Write it like sari@example.com.',
      phone: 'This is not a phone number. Write it like +62 812 3456 7890.',
      number: 'This is not a number.',
      date: 'This is not a date.',
      choice: 'Choose one of these.',
      long: 'This is too long.',
      consent: 'Tick at least one of these, so that we may write to you.',
    },
    look: 'Almost done. Please check the marked fields.',
    again: 'Please send the form once more.',
    tooMany: 'Too many sign-ups came from your network. Please try again in ten minutes.',
    wrongSite: 'This form may not be used on this site.',
    confirmNow: {
      title: 'One more step',
      text: 'Check your inbox. Open the link in our e-mail to confirm your sign-up.',
    },
    done: { title: 'Thank you', text: 'You are signed up.' },
    closed: { title: 'This form is closed', text: 'This form accepts no more sign-ups.' },
    missing: { title: 'This page does not exist', text: 'The address may be wrong or old.' },
    failed: { title: 'That did not work', text: 'Something went wrong on our side. Please try again in a moment.' },
    confirm: {
      title: 'Confirm your sign-up',
      text: (brand) =>
        `After you confirm, ${brand} may write to you. You can unsubscribe at any time with the link in every e-mail.`,
      button: 'Yes, sign me up',
      done: (brand) => ({ title: 'You are signed up', text: `Thank you. You will now get news from ${brand}.` }),
      late: {
        title: 'This link no longer works',
        text: 'The link worked for seven days. Sign up again to get a new link.',
      },
    },
    mail: {
      subject: (brand) => `Confirm your sign-up at ${brand}`,
      text: (brand) =>
        `somebody, hopefully you, signed up at ${brand} with this address. Confirm to complete the sign-up.`,
      label: 'Confirm',
      small: 'If it was not you, do nothing: we will not write to you again.',
    },
    close: 'Close',
  },
  id: {
    button: 'Daftar',
    fields: { email: 'Email', phone: 'Nomor telepon', firstName: 'Nama depan', lastName: 'Nama belakang' },
    choose: 'Pilih',
    optional: 'opsional',
    trap: 'Biarkan kosong',
    faults: {
      required: 'Bagian ini perlu diisi.',
      email: 'Ini bukan alamat email. Contohnya sari@example.com.',
      phone: 'Ini bukan nomor telepon. Contohnya 0812 3456 7890.',
      number: 'Ini bukan angka.',
      date: 'Ini bukan tanggal.',
      choice: 'Pilih salah satu.',
      long: 'Ini terlalu panjang.',
      consent: 'Centang setidaknya satu agar kami boleh menghubungi Anda.',
    },
    look: 'Hampir selesai. Cek bagian yang ditandai.',
    again: 'Silakan kirim formulir sekali lagi.',
    tooMany: 'Terlalu banyak pendaftaran dari jaringan Anda. Coba lagi dalam sepuluh menit.',
    wrongSite: 'Formulir ini tidak boleh dipakai di situs ini.',
    confirmNow: {
      title: 'Satu langkah lagi',
      text: 'Cek kotak masuk Anda. Buka tautan di email kami untuk mengonfirmasi pendaftaran.',
    },
    done: { title: 'Terima kasih', text: 'Pendaftaran Anda berhasil.' },
    closed: { title: 'Formulir ini ditutup', text: 'Formulir ini tidak menerima pendaftaran lagi.' },
    missing: { title: 'Halaman ini tidak ada', text: 'Mungkin alamatnya salah atau sudah lama.' },
    failed: { title: 'Belum berhasil', text: 'Ada gangguan di sistem kami. Silakan coba lagi beberapa saat lagi.' },
    confirm: {
      title: 'Konfirmasi pendaftaran Anda',
      text: (brand) =>
        `Setelah dikonfirmasi, ${brand} boleh menghubungi Anda. Anda bisa berhenti berlangganan kapan saja lewat tautan di setiap email.`,
      button: 'Ya, daftarkan saya',
      done: (brand) => ({
        title: 'Pendaftaran Anda berhasil',
        text: `Terima kasih. Mulai sekarang Anda mendapat kabar dari ${brand}.`,
      }),
      late: {
        title: 'Tautan ini tidak berlaku lagi',
        text: 'Tautan ini berlaku tujuh hari. Daftar lagi untuk mendapat tautan baru.',
      },
    },
    mail: {
      subject: (brand) => `Konfirmasi pendaftaran Anda di ${brand}`,
      text: (brand) =>
        `seseorang, semoga Anda, mendaftar di ${brand} dengan alamat ini. Konfirmasi untuk menyelesaikan pendaftaran.`,
      label: 'Konfirmasi',
      small: 'Jika bukan Anda, abaikan saja: kami tidak akan menghubungi Anda lagi.',
    },
    close: 'Tutup',
  },
};
