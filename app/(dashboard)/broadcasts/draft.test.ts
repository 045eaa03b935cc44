import { expect, it } from 'vitest';
import { emailFrom } from './draft';

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
