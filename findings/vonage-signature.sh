#!/usr/bin/env bash
# Two packages of Vonage's own SDK for Node do not agree on the signature of an SMS: what @vonage/auth 1.15.0 signs
# (createSignatureHash), @vonage/sms 1.21.0 refuses (verifySignature), for every algorithm.
#
# Vonage's page on signing messages takes `&name=value` of each field, sorted, with & and = in a value made _. The check
# does so. The signer takes the form-encoded text, in which a space is + and a letter beyond ASCII is %XX, has no & in
# front, and makes the & and = between the fields _ as well. Messages that are signed by it are refused by an account
# with signed requests, and a program must not be tested with it against the other.
# Output seen, for each of MD5HASH MD5HMAC SHA1HMAC SHA256HMAC SHA512HMAC:
#   SHA256HMAC signed by @vonage/auth: refused; signed as documented: taken
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund @vonage/auth@1.15.0 @vonage/sms@1.21.0 >/dev/null
cat >run.mjs <<'JS'
import { createHash, createHmac } from 'node:crypto';
import { AlgorithmTypes, Auth } from '@vonage/auth';
import { SMS } from '@vonage/sms';
const secret = 'my_signature_secret';
const fields = { api_key: 'abcd1234', to: '6281234567890', from: 'Toko', text: 'Halo Budi', timestamp: '1795237200' };
const documented = Object.keys(fields)
  .sort()
  .map((name) => `&${name}=${fields[name].replace(/[&=]/g, '_')}`)
  .join('');
const sms = new SMS(new Auth({ apiKey: 'abcd1234', apiSecret: 'abcdef0123456789' }));
for (const algorithm of Object.values(AlgorithmTypes)) {
  const auth = new Auth({ apiKey: 'abcd1234', signature: { algorithm, secret } });
  const { sig, ...signed } = await auth.createSignatureHash({ ...fields });
  const hash =
    algorithm === AlgorithmTypes.md5hash
      ? createHash('md5').update(documented + secret)
      : createHmac(algorithm.replace('HMAC', '').toLowerCase(), secret).update(documented);
  const words = [
    [sig, signed],
    [hash.digest('hex'), fields],
  ].map(([given, of]) => (sms.verifySignature(given, of, secret, algorithm) ? 'taken' : 'refused'));
  console.log(`${algorithm} signed by @vonage/auth: ${words[0]}; signed as documented: ${words[1]}`);
}
JS
node run.mjs | tee seen
test "$(grep -c 'by @vonage/auth: refused; signed as documented: taken' seen)" = 5
test "$(wc -l <seen)" = 5
