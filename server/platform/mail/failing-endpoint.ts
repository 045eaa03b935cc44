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
    subject: `${workspace}: the webhook endpoint at ${host} accepts no events`,
    before: [
      `Hello ${owner},`,
      `since ${since}, your endpoint at ${host} has not accepted any of the events that Laris sent.`,
      `If this continues, Laris switches the endpoint off on ${until}. As soon as the endpoint accepts one event, deliveries continue as usual.`,
    ],
    label: 'See the answers',
    after: ['When the endpoint works again, you can resend the missed events on the same page.'],
  }),
  id: ({ owner, workspace, host, since, until }: Words) => ({
    subject: `${workspace}: endpoint webhook di ${host} tidak menerima peristiwa`,
    before: [
      `Halo ${owner},`,
      `sejak ${since} endpoint Anda di ${host} tidak menerima satu pun peristiwa yang dikirim Laris.`,
      `Jika terus begitu, Laris menonaktifkan endpoint ini pada ${until}. Begitu endpoint menerima satu peristiwa, pengiriman berjalan seperti biasa.`,
    ],
    label: 'Lihat jawaban endpoint',
    after: ['Setelah endpoint berfungsi lagi, Anda bisa mengirim ulang peristiwa yang terlewat di halaman yang sama.'],
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
