import { expect, it } from 'vitest';
import { createInput } from '@/server/modules/messaging/broadcasts/schema';
import type { Broadcast } from './broadcast';
import { copyOf, emailFrom } from './draft';

it('a template of blocks brings its subject and its preview line along', () => {
  const blocks = { subject: 'Panen Gayo', preheader: 'Baru tiba dari kebun', blocks: [] };
  expect(emailFrom({ content: { email: { subject: 'Lama', html: '<p>Halo</p>' } }, blocks })).toEqual({
    subject: 'Panen Gayo',
    preheader: 'Baru tiba dari kebun',
    html: '<p>Halo</p>',
    blocks,
  });
});

it('a template of own HTML stays as it is', () => {
  const email = { subject: 'Lama', html: '<p>Halo</p>' };
  expect(emailFrom({ content: { email }, blocks: null })).toEqual(email);
});

it('a copy has all that can be written, but the campaign and the time', () => {
  const made = {
    providers: ['email_p1'],
    content: { email: { subject: 'Panen' } },
    audience: { listIds: ['l'], exclude: { contactIds: ['c'] } },
    test: { variants: [{}, { subject: 'B' }], share: 20, metric: 'opened', hours: 4 },
    perHour: 600,
    localTime: '09:00',
    tracking: true,
    utm: { source: 'laris' },
  };
  const copy = copyOf({ name: 'Lebaran', marketingCampaignId: 'm', ...made } as unknown as Broadcast);
  expect(copy).toMatchObject(made);
  const others = ['description', 'marketingCampaignId', 'scheduledAt'];
  expect(Object.keys(copy).sort()).toEqual(
    createInput
      .keyof()
      .options.filter((key) => !others.includes(key))
      .sort(),
  );
});
