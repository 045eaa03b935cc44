import { dateTimeFormat } from '@/server/platform/lib/formats';
import type { Language } from '@/server/platform/lib/language';
import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  owner: string;
  workspace: string;
  shop: string;
  /** The e-mail address of the person who asks; null when the shop does not send it. */
  email: string | null;
  until: Date;
  timeZone: string;
  link: string;
}
interface Words extends Omit<Facts, 'until' | 'timeZone' | 'link'> {
  date: string;
}

const WORDS = {
  en: ({ owner, workspace, shop, email, date }: Words) => ({
    subject: `${workspace}: a customer asks for their data`,
    before: [
      `Hello ${owner},`,
      `a customer of your shop “${shop}”${email === null ? '' : `, ${email},`} wants to know which data you store about them. Shopify passed on the request.`,
      `Open the contact, export the data, and send it to the customer by ${date}. Then mark the request as done in Laris.`,
    ],
    label: 'See the request',
    after: [
      'If the customer is not among your contacts, look for them in the shop: their orders may still be in Laris.',
    ],
  }),
  id: ({ owner, workspace, shop, email, date }: Words) => ({
    subject: `${workspace}: pelanggan meminta data pribadinya`,
    before: [
      `Halo ${owner},`,
      `seorang pelanggan toko Anda “${shop}”${email === null ? '' : `, ${email},`} ingin tahu data pribadi apa yang Anda simpan. Shopify meneruskan permintaan ini.`,
      `Buka kontak pelanggan itu, ekspor datanya, lalu kirim data itu ke pelanggan paling lambat ${date}. Setelah itu, tandai permintaan ini selesai di Laris.`,
    ],
    label: 'Lihat permintaan',
    after: ['Jika pelanggan itu tidak ada di kontak Anda, cari di toko: pesanannya mungkin tetap ada di Laris.'],
  }),
};

/** Makes the mail about a person who asks, through a shop, for the data that is held about them. */
export function dataRequestMail(language: Language, { until, timeZone, link, ...said }: Facts): Letter {
  const date = dateTimeFormat(language, { dateStyle: 'long', timeZone }).format(until);
  const { label, ...words } = WORDS[language]({
    ...said,
    owner: named(said.owner),
    workspace: named(said.workspace),
    shop: named(said.shop),
    date,
  });
  return letter({ language, ...words, link: { label, url: link } });
}
