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
    subject: `${workspace}: somebody asks what is held of them`,
    before: [
      `Hello ${owner},`,
      `a customer of your shop “${shop}”${email === null ? '' : `, ${email},`} wants to know what is held of them, and Shopify has passed it on.`,
      `Open the contact, export what is held, and send it to them by ${date}. Then say in Laris that it is done.`,
    ],
    label: 'See the request',
    after: ['If they are no contact of yours, look for them in the shop: their orders may be here all the same.'],
  }),
  id: ({ owner, workspace, shop, email, date }: Words) => ({
    subject: `${workspace}: ada yang menanyakan data tentang dirinya`,
    before: [
      `Halo ${owner},`,
      `seorang pelanggan toko Anda “${shop}”${email === null ? '' : `, ${email},`} ingin tahu data apa yang disimpan tentang dirinya, dan Shopify meneruskannya.`,
      `Buka kontaknya, ekspor datanya, lalu kirimkan kepadanya paling lambat ${date}. Setelah itu tandai selesai di Laris.`,
    ],
    label: 'Lihat permintaan',
    after: ['Jika ia bukan kontak Anda, cari di toko: pesanannya mungkin tetap ada di sini.'],
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
