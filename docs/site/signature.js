/** The signature debugger: the string to sign and both hashes, line by line beside what somebody's code has made. */
import { compare, diagnose, sha256, signatureOf, stringToSign } from './signing.js';

const form = document.getElementById('request');
const verdict = document.getElementById('verdict');
const lines = document.getElementById('lines');
const hashes = document.getElementById('hashes');
// Somebody may have typed before this was loaded.
form.elements.timestamp.value ||= String(Math.floor(Date.now() / 1000));

const WINDOW = 300;

function given() {
  const value = (name) => form.elements[name].value;
  // What a browser would send: blanks and é encoded, dots resolved.
  const url = URL.canParse(value('url'), location.origin)
    ? new URL(value('url'), location.origin)
    : new URL(location.origin);
  const idempotencyKey = value('idempotencyKey');
  return {
    request: {
      method: value('method').trim(),
      path: url.pathname,
      timestamp: value('timestamp').trim(),
      body: value('body'),
      ...(idempotencyKey === '' ? {} : { idempotencyKey }),
    },
    query: url.search,
    secret: value('secret').trim(),
    yours: value('yours').replaceAll('\r', ''),
    signature: value('signature').trim(),
  };
}

function cell(text, tag = 'td') {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function say(kind, text) {
  verdict.className = kind;
  verdict.textContent = text;
}

/** Blanks and ends of lines that nobody sees. */
const visible = (text) => (text === '' ? '(empty)' : text.replaceAll(' ', '·').replaceAll('\t', '→'));

function clockProblem(timestamp) {
  if (!/^\d+$/.test(timestamp)) return 'X-Svc-Timestamp is a whole number of seconds.';
  const off = Number(timestamp) - Date.now() / 1000;
  if (Math.abs(off) > 1e9) return 'X-Svc-Timestamp is in seconds, not in milliseconds.';
  if (Math.abs(off) > WINDOW)
    return `X-Svc-Timestamp is ${Math.round(Math.abs(off))} seconds off; the server takes ${WINDOW}.`;
  return undefined;
}

let turn = 0;
async function draw() {
  const mine = ++turn;
  const { request, query, secret, yours, signature } = given();
  const text = await stringToSign(request);
  const rows = await compare(request, yours);
  const facts = [['SHA-256 of the body', await sha256(request.body)]];
  if (secret !== '') {
    facts.push(['Key of the HMAC (SHA-256 of the secret)', await sha256(secret)]);
    facts.push(['Signature', await signatureOf(secret, text)]);
  }
  const found = secret !== '' && signature !== '' ? await diagnose({ secret, request, query, signature }) : undefined;
  if (mine !== turn) return;
  lines.replaceChildren(
    ...rows.map(({ name, expected, yours: own, same }) => {
      const row = document.createElement('tr');
      if (yours !== '') row.className = same ? 'same' : 'other';
      row.append(
        cell(name, 'th'),
        cell(visible(expected)),
        cell(yours === '' ? '' : own === undefined ? '(missing)' : visible(own)),
      );
      row.firstChild.scope = 'row';
      return row;
    }),
  );
  hashes.replaceChildren(...facts.flatMap(([name, value]) => [cell(name, 'dt'), cell(value, 'dd')]));
  const clock = clockProblem(request.timestamp);
  const different = yours === '' ? undefined : rows.find(({ same }) => !same);
  if (found?.verdict === 'right') say(clock ? 'warn' : 'ok', clock ?? 'The signature is right.');
  else if (found?.what !== undefined) say('bad', found.what);
  else if (different) say('bad', `The ${different.name} is another than the server signs.`);
  else if (found)
    say(
      'bad',
      'The signature is of something else: another secret, or another string. Paste the string that your code signs.',
    );
  else if (yours !== '') say('ok', 'The string to sign is right.');
  else say(clock ? 'warn' : '', clock ?? '');
}

form.addEventListener('input', () => void draw());
form.addEventListener('submit', (event) => event.preventDefault());
if (crypto.subtle) void draw();
else say('bad', 'This browser signs on https or localhost only: open this page there.');
