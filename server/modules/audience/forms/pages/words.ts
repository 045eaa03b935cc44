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
      required: 'This is needed.',
      email: 'This is no e-mail address. It looks like sari@example.com.',
      phone: 'This is no phone number. It looks like +62 812 3456 7890.',
      number: 'This is no number.',
      date: 'This is no date.',
      choice: 'Choose one of these.',
      long: 'This is too long.',
      consent: 'Tick at least one of these, so that we may write to you.',
    },
    look: 'Almost done. Please look at what is marked.',
    again: 'Please send it once more.',
    tooMany: 'Too many have come from your network. Please try again in ten minutes.',
    wrongSite: 'This form may not be used on this site.',
    confirmNow: {
      title: 'One more step',
      text: 'Look into your inbox: we have sent you an e-mail with a link. Open it to confirm that you signed up.',
    },
    done: { title: 'Thank you', text: 'You are signed up.' },
    closed: { title: 'This form is closed', text: 'It takes nothing any more.' },
    missing: { title: 'There is nothing here', text: 'The address is wrong or old.' },
    failed: { title: 'That did not work', text: 'Something went wrong on our side. Please try again in a moment.' },
    confirm: {
      title: 'Confirm that you signed up',
      text: (brand) =>
        `With this ${brand} may write to you. You can take it back at any time, with a link in every e-mail.`,
      button: 'Yes, sign me up',
      done: (brand) => ({ title: 'You are signed up', text: `Thank you. From now on you hear from ${brand}.` }),
      late: {
        title: 'This link does not work any more',
        text: 'It was open for seven days. Sign up once more to get a new one.',
      },
    },
    mail: {
      subject: (brand) => `Confirm that you signed up at ${brand}`,
      text: (brand) =>
        `somebody, hopefully you, has signed up at ${brand} with this address. Confirm it, and you are in.`,
      label: 'Confirm',
      small: 'If it was not you, do nothing: you will not hear from us again.',
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
    look: 'Hampir selesai. Periksa bagian yang ditandai.',
    again: 'Silakan kirim sekali lagi.',
    tooMany: 'Terlalu banyak kiriman dari jaringan Anda. Coba lagi sepuluh menit lagi.',
    wrongSite: 'Formulir ini tidak boleh dipakai di situs ini.',
    confirmNow: {
      title: 'Satu langkah lagi',
      text: 'Periksa kotak masuk Anda: kami mengirim email berisi tautan. Buka untuk mengonfirmasi pendaftaran.',
    },
    done: { title: 'Terima kasih', text: 'Pendaftaran Anda berhasil.' },
    closed: { title: 'Formulir ini ditutup', text: 'Formulir ini tidak menerima pendaftaran lagi.' },
    missing: { title: 'Tidak ada apa-apa di sini', text: 'Alamatnya salah atau sudah lama.' },
    failed: { title: 'Belum berhasil', text: 'Ada gangguan di sisi kami. Silakan coba lagi sebentar lagi.' },
    confirm: {
      title: 'Konfirmasi pendaftaran Anda',
      text: (brand) =>
        `Dengan ini ${brand} boleh menghubungi Anda. Anda bisa membatalkannya kapan saja lewat tautan di setiap email.`,
      button: 'Ya, daftarkan saya',
      done: (brand) => ({
        title: 'Pendaftaran Anda berhasil',
        text: `Terima kasih. Mulai sekarang Anda mendapat kabar dari ${brand}.`,
      }),
      late: {
        title: 'Tautan ini tidak berlaku lagi',
        text: 'Tautan berlaku tujuh hari. Daftar sekali lagi untuk mendapatkan yang baru.',
      },
    },
    mail: {
      subject: (brand) => `Konfirmasi pendaftaran Anda di ${brand}`,
      text: (brand) =>
        `seseorang, semoga Anda, mendaftar di ${brand} dengan alamat ini. Konfirmasikan dan pendaftaran Anda selesai.`,
      label: 'Konfirmasi',
      small: 'Jika bukan Anda, abaikan saja: kami tidak akan menghubungi Anda lagi.',
    },
    close: 'Tutup',
  },
};
