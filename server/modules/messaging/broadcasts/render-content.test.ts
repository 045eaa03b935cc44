/** Content filled in for one person (docs/contract/broadcasts.md#merge-tags): what is no e-mail keeps its shape. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeReady } from '@/server/modules/messaging/broadcasts/render-content';

const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((text) =>
    text
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .trim(),
  )
  .filter((text) => text !== '');

it('writes a name as its place in WhatsApp and push content wants it', () => {
  const whatsapp = makeReady(
    'whatsapp',
    {
      contentVariables: '{"1":"{firstName}"}',
      template: {
        name: 'promo',
        language: { code: 'id' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Halo {firstName}' }] },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', text: 'promo?n={firstName}&m=1' }],
          },
        ],
      },
    },
    'broadcasts',
  );
  const push = makeReady(
    'push',
    { title: '{firstName}', url: 'https://shop.example/?n={firstName}&m=1' },
    'broadcasts',
  );
  fc.assert(
    fc.property(name, (is) => {
      const personal = { values: { firstName: is }, link: null };
      const { contentVariables, template } = whatsapp.render(personal) as {
        contentVariables: string;
        template: { components: { parameters: { text: string }[] }[] };
      };
      expect(JSON.parse(contentVariables)).toEqual({ 1: is });
      const [body, button] = template.components.map(({ parameters }) => parameters[0]?.text ?? '');
      expect(body).toBe(`Halo ${is}`);
      const { title, url } = push.render(personal) as { title: string; url: string };
      expect(title).toBe(is);
      for (const address of [url, `https://shop.example/${button}`])
        expect([...new URL(address).searchParams]).toEqual([
          ['n', is],
          ['m', '1'],
        ]);
    }),
  );
});
