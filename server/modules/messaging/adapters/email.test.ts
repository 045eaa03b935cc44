/** What every e-mail goes through before it is built: no second header, no second recipient (RFC 5322, RFC 2047). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAddress } from '@/server/platform/lib/email-address';
import { asciiMailbox, emailOf, mailbox, type Email } from '@/server/modules/messaging/adapters/email';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';

const channel = emailChannel({});
const SHARP = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('\r', '\n', '\0', '"', '\\', ',', ';', '<', '>', '@', 'a', ' ', 'é', '\u2028') }),
);

describe('emailOf', () => {
  it('takes the sender from the channel and the rest from the message', () => {
    expect(emailOf(EMAIL_MESSAGE, channel(''))).toEqual({
      id: EMAIL_MESSAGE.id,
      to: 'budi@example.com',
      from: { email: 'halo@tokoanda.co.id', name: 'Toko Anda' },
      replyTo: 'cs@tokoanda.co.id',
      subject: 'Diskon 50% untukmu 🎉',
      html: '<p>Halo &amp; selamat</p>',
      text: 'Halo & selamat',
      headers: [
        { name: 'List-Unsubscribe', value: '<https://laris.example.com/u/abc>' },
        { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      ],
    });
  });

  it.each([
    [{ fromEmail: undefined }, /no From address/],
    [{ fromEmail: 'toko' }, /From address is not/],
    [{ fromEmail: 'a@b.co, c@d.co' }, /From address is not/],
    [{ replyTo: 'a@b.co\r\nBcc: x@y.z' }, /Reply-To address is not/],
  ])('says what is wrong with the channel: %j', (config, words) => {
    expect(emailOf(EMAIL_MESSAGE, channel('', config))).toMatch(words);
  });

  it.each([
    '',
    'budi',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'Budi <a@b.co>',
    'a@b.co\n',
    'a b@c.co',
    '"a"@b.co',
    'a@b@c.co',
    'a@b.co\0',
  ])('takes no recipient %j', (recipient) => {
    expect(emailOf({ ...EMAIL_MESSAGE, recipient }, channel(''))).toBe('The recipient is not a valid e-mail address.');
  });

  it('needs one of HTML and text', () => {
    expect(emailOf({ ...EMAIL_MESSAGE, content: { subject: 'x', html: '' } }, channel(''))).toBe(
      'The e-mail has neither HTML nor text.',
    );
    expect(emailOf({ ...EMAIL_MESSAGE, content: { text: 'x' } }, channel(''))).toMatchObject({
      html: undefined,
      text: 'x',
      subject: '',
    });
  });

  it('lets nothing open another line, whatever the names and texts', () => {
    fc.assert(
      fc.property(SHARP, SHARP, SHARP, SHARP, SHARP, (fromName, subject, name, value, recipient) => {
        const email = emailOf(
          { ...EMAIL_MESSAGE, recipient, content: { subject, text: 'x' }, headers: { [name]: value, 'X-Ok': value } },
          channel('', { fromName }),
        );
        if (typeof email === 'string') return;
        const lines = [
          email.to,
          email.subject,
          mailbox(email.from),
          asciiMailbox(email.from),
          ...email.headers.flatMap((header) => [header.name, header.value]),
        ];
        for (const line of lines) expect(line).not.toMatch(/[\r\n\0\u2028\u2029]/);
        for (const header of email.headers) expect(header.name).toMatch(/^[!-9;-~]+$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isAddress', () => {
  it.each(['budi@example.com', 'a.b+c@mail.example.co.id', 'o’hara@example.com', 'ü@bücher.example', "x'y@z.co"])(
    'takes %s',
    (text) => {
      expect(isAddress(text)).toBe(true);
    },
  );
});

describe('a display name', () => {
  it.each([
    ['Toko Anda', 'Toko Anda <a@b.co>'],
    ['Kopi "Senja", Bandung', '"Kopi \\"Senja\\", Bandung" <a@b.co>'],
    ['Café Ñandú', 'Café Ñandú <a@b.co>'],
    ['<b@c.co>', '"<b@c.co>" <a@b.co>'],
    ['back\\slash', '"back\\\\slash" <a@b.co>'],
  ])('%s', (name, expected) => {
    expect(mailbox({ email: 'a@b.co', name })).toBe(expected);
  });

  it('is the bare address without one', () => {
    expect([mailbox({ email: 'a@b.co', name: undefined }), asciiMailbox({ email: 'a@b.co', name: undefined })]).toEqual(
      ['a@b.co', 'a@b.co'],
    );
  });

  it('leaves exactly one address outside of quotes, whatever the name', () => {
    fc.assert(
      fc.property(SHARP, (fromName) => {
        const { from } = emailOf(EMAIL_MESSAGE, channel('', { fromName })) as Email;
        expect(
          mailbox(from)
            .replace(/"(?:[^"\\]|\\.)*"/g, '')
            .match(/[<>@,;]/g)
            ?.join(''),
        ).toBe(from.name === undefined ? '@' : '<@>');
      }),
      { numRuns: 500 },
    );
  });

  it('becomes encoded words of at most 75 characters where only ASCII goes (RFC 2047 §2)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (text) => {
        const name = `é${text.replace(/[\p{Cc}\u2028\u2029]/gu, '')}`;
        const written = asciiMailbox({ email: 'a@b.co', name });
        expect(written).toMatch(/^[ -~]+ <a@b\.co>$/);
        const words = written.slice(0, -' <a@b.co>'.length).split(' ');
        for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
        expect(
          words.map((word) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString()).join(''),
        ).toBe(name.toWellFormed());
      }),
      { numRuns: 200 },
    );
  });
});
