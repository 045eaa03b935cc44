/** Segments of the demo workspace: what a coffee shop asks of its people. */
import type { Definition } from '@/server/resources/audience-segments/schema';

interface DemoSegment {
  name: string;
  description: string | null;
  definition: Definition;
  /** Days before now. */
  age: number;
  archived?: true;
}

type Group = Definition['groups'][number];
const all = (...conditions: Group['conditions']): Group => ({ match: 'all', conditions });
const any = (...conditions: Group['conditions']): Group => ({ match: 'any', conditions });
const every = (...groups: Group[]): Definition => ({ match: 'all', groups });

const SUBSCRIBED: Group['conditions'][number] = {
  field: 'subscriptions.email',
  op: 'not_in',
  value: ['unsubscribed', 'pending'],
};

const SEGMENTS: DemoSegment[] = [
  {
    name: 'Jakarta, boleh disurati',
    description: 'Untuk acara di kedai Menteng.',
    definition: every(
      all({ field: 'attributes.city', op: 'contains', value: 'Jakarta' }, { field: 'email', op: 'is_set' }, SUBSCRIBED),
    ),
    age: 70,
  },
  {
    name: 'Bandung & sekitarnya',
    description: null,
    definition: every(any({ field: 'attributes.city', op: 'in', value: ['Bandung', 'Cimahi'] })),
    age: 64,
  },
  {
    name: 'Membuka bulan ini, belum beli',
    description: 'Dapat kode kecil supaya mencoba.',
    definition: every(
      all(
        { event: 'message.opened', op: 'at_least', count: 1, withinDays: 30 },
        { event: 'discount.redeemed', op: 'none', withinDays: 30 },
      ),
    ),
    age: 48,
  },
  {
    name: 'Pemakai kode setia',
    description: 'Dua kode atau lebih.',
    definition: every(all({ event: 'discount.redeemed', op: 'at_least', count: 2 })),
    age: 40,
  },
  {
    name: 'Perlu disapa lagi',
    description: 'Pernah dikirimi, tidak lagi membuka.',
    definition: every(
      all(
        { event: 'message.sent', op: 'at_least', count: 1, withinDays: 90 },
        { event: 'message.opened', op: 'none', withinDays: 60 },
      ),
      all(SUBSCRIBED),
    ),
    age: 21,
  },
  {
    name: 'Hanya telepon',
    description: 'Untuk WhatsApp saja.',
    definition: every(all({ field: 'phone', op: 'is_set' }, { field: 'email', op: 'not_set' })),
    age: 12,
  },
  {
    name: 'Impor lama',
    description: null,
    definition: every(all({ field: 'source', op: 'eq', value: 'csv_import' })),
    age: 80,
    archived: true,
  },
];

const DAY = 24 * 60 * 60 * 1000;

/** Rows of AudienceSegment, for the demo workspace as it stands at `now`. */
export const demoSegments = (accountId: string, now: Date) =>
  SEGMENTS.map(({ age, archived, ...segment }) => {
    const createdAt = new Date(now.getTime() - age * DAY);
    return { ...segment, accountId, status: archived ? 'archived' : 'active', createdAt, updatedAt: createdAt };
  });
