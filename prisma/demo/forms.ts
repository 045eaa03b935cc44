/** Where people sign up with Kopi Nusantara, and who did. */
import type { Database } from '@/server/platform/db/client';
import { usualConsent } from '@/server/modules/audience/forms/vocabulary';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const DAYS = 75;

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const BRAND = 'Kopi Nusantara';
const EMAIL = usualConsent('id', BRAND);
const WHATSAPP = `Ya, ${BRAND} boleh mengirim promo lewat WhatsApp. Balas STOP untuk berhenti.`;

const field = (name: 'email' | 'phone' | 'firstName', required: boolean, label: string | null = null) => ({
  field: name,
  label,
  required,
});

const FORMS = [
  {
    name: 'Buletin di situs',
    title: 'Kabar dari kebun, setiap Kamis',
    description: 'Biji baru, resep seduh, dan jadwal kelas. Sekali seminggu, tanpa spam.',
    buttonLabel: 'Kirimi saya kabar',
    language: 'id',
    fields: [field('firstName', false, 'Nama panggilan'), field('email', true)],
    consents: { email: EMAIL },
    list: 'Buletin mingguan',
    popup: { delaySeconds: 8, scrollPercent: 60, onExit: true },
    allowedOrigins: ['https://kopinusantara.example'],
    age: 72,
    views: 180,
    share: 0.05,
  },
  {
    name: 'Kelas seduh',
    title: 'Daftar kelas seduh',
    description: 'Kami hubungi begitu ada tempat di Menteng atau Dago.',
    buttonLabel: null,
    language: null,
    fields: [
      field('firstName', true),
      field('email', true),
      field('phone', false, 'WhatsApp'),
      {
        field: 'attribute',
        key: 'brewer',
        label: 'Alat seduh di rumah',
        type: 'choice',
        required: false,
        options: ['V60', 'French press', 'Moka pot', 'Tubruk', 'Mesin espreso'],
      },
    ],
    consents: { email: EMAIL, whatsapp: WHATSAPP },
    list: 'Peserta kelas seduh',
    popup: null,
    allowedOrigins: [],
    age: 31,
    views: 40,
    share: 0.12,
  },
] as const;

interface Signer {
  contactId: string;
  email: string;
}

/** @param signers contacts with an e-mail who may have come by a form */
export async function makeForms(
  transaction: Transaction,
  accountId: string,
  at: Date,
  signers: readonly Signer[],
  roll: () => number,
): Promise<void> {
  const lists = await transaction.contactList.findMany({ where: { accountId }, select: { id: true, name: true } });
  for (const { list, age, views, share, popup, fields, allowedOrigins, ...form } of FORMS) {
    const createdAt = new Date(at.getTime() - age * DAY);
    const { id: formId } = await transaction.form.create({
      data: {
        accountId,
        ...form,
        fields: fields.map((each) => ({ ...each })),
        allowedOrigins: [...allowedOrigins],
        ...(popup !== null && { popup }),
        listId: lists.find(({ name }) => name === list)?.id ?? null,
        createdAt,
        updatedAt: createdAt,
      },
    });
    const days = Array.from({ length: Math.min(age, DAYS) }, (_, ago) => {
      const day = new Date(at.getTime() - ago * DAY);
      const weekend = [0, 6].includes(day.getUTCDay()) ? 1.4 : 1;
      const seen = Math.round(views * weekend * (0.6 + roll() * 0.8));
      const submissions = Math.round(seen * share * (0.6 + roll() * 0.8));
      return { day, seen, submissions, confirmed: Math.round(submissions * (0.68 + roll() * 0.2)) };
    });
    await transaction.formDay.createMany({
      data: days.map(({ day, seen, submissions, confirmed }) => ({
        accountId,
        formId,
        day: new Date(day.toISOString().slice(0, 10)),
        views: seen,
        submissions,
        confirmed,
        blocked: roll() < 0.3 ? 1 + Math.floor(roll() * 6) : 0,
      })),
    });
    // Of the newest a row each: the others were counted.
    const came = signers.filter(() => roll() < 0.5).slice(0, 40);
    await transaction.formSubmission.createMany({
      data: came.map(({ contactId, email }, index) => {
        const sentAt = new Date(at.getTime() - (index * 0.7 + roll() * 0.6) * DAY);
        return {
          accountId,
          formId,
          contactId,
          email,
          entered: { email },
          consents: { email: form.consents.email },
          isKnown: true,
          nonce: `demo-${index}`,
          origin: popup === null ? null : 'https://kopinusantara.example',
          ip: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
          networkHash: '',
          askedAt: sentAt,
          confirmedAt: roll() < 0.82 ? new Date(sentAt.getTime() + roll() * 6 * HOUR) : null,
          createdAt: sentAt,
        };
      }),
    });
  }
}
