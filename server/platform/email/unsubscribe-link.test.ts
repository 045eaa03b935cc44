import { describe, expect, it } from 'vitest';
import { cutForLink, hasUnsubscribeLink } from '@/server/platform/email/unsubscribe-link';
import { expectLinear } from '@/server/testing/cost';

describe('an unsubscribe link', () => {
  it.each([
    '<a href="https://shop.example/unsubscribe">Here</a>',
    '<p><A HREF=\'https://shop.example/x\' style="color:#000"><b>Unsubscribe</b></A></p>',
    '<a href="mailto:stop@shop.example?subject=unsubscribe">Stop</a>',
    '<a href="{cartUrl}">Berhenti berlangganan</a>',
    '<a href="https://shop.example/x">Batal langganan</a>',
    '<a href="https://shop.example/x">Batalkan&nbsp;langganan</a>',
    '<a href="https://shop.example/x">Berhenti menerima email ini</a>',
    '<a name="x">one</a> <a href="https://shop.example/opt-out">two</a>',
  ])('is found in %s', (html) => {
    expect(hasUnsubscribeLink(html)).toBe(true);
  });

  it.each([
    '<p>Unsubscribe</p>',
    '<a href="#">Unsubscribe</a>',
    '<a>Unsubscribe</a>',
    '<!-- <a href="https://shop.example/unsubscribe">Unsubscribe</a> -->',
    '<a href="https://shop.example/">Shop</a> unsubscribe',
    '<a href="https://shop.example/unsubscribe"',
  ])('is not found in %s', (html) => {
    expect(hasUnsubscribeLink(html)).toBe(false);
  });

  it.each([['<a href='], ['<a href=x>'], ['<!--'], ['<a href="https://x.example">'], ['<a>'], ['<a href={>stop ']])(
    'is looked for in one walk, also in megabytes of %s',
    (piece) => expectLinear((html) => hasUnsubscribeLink(`${html}</a>`), piece, 5_000_000),
  );

  it('goes in before the end of the body, whatever letters stand before it', () => {
    expect(cutForLink('<body>İİ</BODY></html>')).toEqual({ before: '<body>İİ', after: '</BODY></html>' });
    expect(cutForLink('İ')).toEqual({ before: 'İ', after: '' });
  });
});
