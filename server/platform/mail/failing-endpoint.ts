import { dateTimeFormat } from '@/server/platform/lib/formats';
import type { Language } from '@/server/platform/lib/language';
import { letter, named, type Letter } from '@/server/platform/mail/letter';

interface Facts {
  owner: string;
  workspace: string;
  /** The host of the endpoint's address. */
  host: string;
  /** The time of the first attempt that failed. */
  since: Date;
  /** The time when Laris will switch the endpoint off. */
  until: Date;
  timeZone: string;
  link: string;
}
interface Words {
  owner: string;
  workspace: string;
  host: string;
  since: string;
  until: string;
}

const WORDS = {
  en: ({ owner, workspace, host, since, until }: Words) => ({
    subject: `${workspace}: the webhook endpoint at ${host} takes nothing`,
    before: [
      `Hello ${owner},`,
      `since ${since} your endpoint at ${host} has taken none of the events that Laris sent to it.`,
      `If that stays so, it is switched off on ${until}. As soon as it takes one, everything goes on as before.`,
    ],
    label: 'See what it answered',
    after: ['Once it works again, what it missed can be queued again on the same page.'],
  }),
  id: ({ owner, workspace, host, since, until }: Words) => ({
    subject: `${workspace}: endpoint webhook di ${host} tidak menerima kiriman`,
    before: [
      `Halo ${owner},`,
      `sejak ${since} endpoint Anda di ${host} tidak menerima satu pun peristiwa yang dikirim Laris.`,
      `Jika tetap begitu, endpoint ini dinonaktifkan pada ${until}. Begitu satu kiriman diterima, semuanya berjalan seperti biasa.`,
    ],
    label: 'Lihat jawabannya',
    after: ['Setelah endpoint pulih, kiriman yang terlewat dapat diantrekan lagi di halaman yang sama.'],
  }),
};

/** Makes the mail about a webhook endpoint that has accepted nothing for days and is about to be switched off. */
export function failingEndpointMail(language: Language, { since, until, timeZone, link, ...said }: Facts): Letter {
  const format = dateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const { label, ...words } = WORDS[language]({
    owner: named(said.owner),
    workspace: named(said.workspace),
    host: said.host,
    since: format.format(since),
    until: format.format(until),
  });
  return letter({ language, ...words, link: { label, url: link } });
}
