#!/usr/bin/env bash
# nodemailer 7.0.13 and mailauth 4.13.3: neither signs List-Unsubscribe-Post unless it is told to.
#
# RFC 8058 §4 wants a DKIM signature over List-Unsubscribe and List-Unsubscribe-Post; mailbox providers show the button for
# one click on that condition. Both signers take the header fields of RFC 4871 §5.5 for their default, a list that is older
# than List-Unsubscribe-Post: the first field is signed and the second is not, without a word. The list has to be given
# whole, as one string with colons between the fields: `headerFieldNames` in nodemailer's dkim, `headerList` in mailauth's
# options. mailauth's README calls `headerList` an array; an array is ignored without a word, and the default holds.
# Output seen:
#   nodemailer 7.0.13: List-Unsubscribe signed, List-Unsubscribe-Post not signed
#   mailauth 4.13.3: List-Unsubscribe signed, List-Unsubscribe-Post not signed
#   nodemailer 7.0.13 with a list: List-Unsubscribe signed, List-Unsubscribe-Post signed
#   mailauth 4.13.3 with an array: List-Unsubscribe signed, List-Unsubscribe-Post not signed
#   mailauth 4.13.3 with a list: List-Unsubscribe signed, List-Unsubscribe-Post signed
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund nodemailer@7.0.13 mailauth@4.13.3 >/dev/null
cat >run.cjs <<'JS'
const { generateKeyPairSync } = require('node:crypto');
const { createTransport } = require('nodemailer');
const { dkimSign } = require('mailauth/lib/dkim/sign');

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const fields = ['List-Unsubscribe', 'List-Unsubscribe-Post'];
const list = ['From', 'To', 'Subject', 'Date', 'Message-ID', ...fields].join(':');

/** The message as it goes over the wire, with a signature where options of one are given. */
const composed = async (dkim) => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...(dkim && { dkim }) });
  const { message } = await transport.sendMail({
    from: 'news@shop.example',
    to: 'sari@shopper.example',
    subject: 'Coffee',
    text: 'Coffee',
    headers: { 'List-Unsubscribe': '<https://shop.example/u/1>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  return String(message);
};
const byNodemailer = (more) => composed({ domainName: 'shop.example', keySelector: 'a', privateKey, ...more });
const byMailauth = async (more) => {
  const signatureData = [{ signingDomain: 'shop.example', selector: 'a', privateKey }];
  const { signatures, errors } = await dkimSign(await composed(), { signatureData, ...more });
  if (errors.length > 0) throw errors[0].err;
  return signatures;
};
const say = (name, text) => {
  // The signature is folded, also within its list of fields.
  const [, list] = /^DKIM-Signature:.*?\bh=([^;]+)/im.exec(text.replace(/\r\n[ \t]+/g, ' '));
  const signed = list.toLowerCase().replace(/\s/g, '').split(':');
  console.log(`${name}: ${fields.map((field) => `${field} ${signed.includes(field.toLowerCase()) ? '' : 'not '}signed`).join(', ')}`);
};
(async () => {
  say('nodemailer 7.0.13', await byNodemailer());
  say('mailauth 4.13.3', await byMailauth());
  say('nodemailer 7.0.13 with a list', await byNodemailer({ headerFieldNames: list }));
  say('mailauth 4.13.3 with an array', await byMailauth({ headerList: list.split(':') }));
  say('mailauth 4.13.3 with a list', await byMailauth({ headerList: list }));
})();
JS
node run.cjs | tee seen
diff - seen <<'SEEN'
nodemailer 7.0.13: List-Unsubscribe signed, List-Unsubscribe-Post not signed
mailauth 4.13.3: List-Unsubscribe signed, List-Unsubscribe-Post not signed
nodemailer 7.0.13 with a list: List-Unsubscribe signed, List-Unsubscribe-Post signed
mailauth 4.13.3 with an array: List-Unsubscribe signed, List-Unsubscribe-Post not signed
mailauth 4.13.3 with a list: List-Unsubscribe signed, List-Unsubscribe-Post signed
SEEN
