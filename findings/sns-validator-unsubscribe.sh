#!/usr/bin/env bash
# sns-validator 0.3.5 (npm) refuses the UnsubscribeConfirmation that Amazon SNS sends, and every message of AWS's
# European sovereign cloud.
#
# Amazon's page on verifying messages signs Message, MessageId, SubscribeURL, Timestamp, Token, TopicArn and Type of
# both SubscriptionConfirmation and UnsubscribeConfirmation. The package leaves the Token out of the second. Its pattern
# of hosts knows amazonaws.com and amazonaws.com.cn, but not amazonaws.eu, where @aws-sdk/client-sesv2 3.1176.0 puts
# the hosts of regions that begin with eusc-.
#
# A merchant's endpoint that uses the package answers such a message with an error, and SNS sends it again for an hour.
# Output seen:
#   SubscriptionConfirmation in eu-central-1: taken
#   UnsubscribeConfirmation in eu-central-1: The message signature is invalid.
#   SubscriptionConfirmation in eusc-de-east-1: The certificate is located on an invalid domain.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund sns-validator@0.3.5 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=sns.amazonaws.com 2>/dev/null
cat >run.cjs <<'JS'
const { createSign } = require('node:crypto');
const fs = require('node:fs');
const https = require('node:https');
const { PassThrough } = require('node:stream');
// The certificate comes from this folder in place of Amazon's host.
https.get = (_url, answered) => {
  const response = Object.assign(new PassThrough(), { statusCode: 200 });
  answered(response);
  response.end(fs.readFileSync('cert.pem'));
  return response;
};
const Validator = require('sns-validator');
const SIGNED = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
async function judged(type, region, domain) {
  const message = {
    Type: type,
    MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
    Token: '2336412f37',
    TopicArn: `arn:aws:sns:${region}:123456789012:shop`,
    Message: 'You have chosen …',
    SubscribeURL: `https://sns.${region}.${domain}/?Action=ConfirmSubscription`,
    Timestamp: '2026-11-21T06:59:59.000Z',
    SignatureVersion: '2',
    SigningCertURL: `https://sns.${region}.${domain}/SimpleNotificationService-0123456789abcdef.pem`,
  };
  const text = SIGNED.map((key) => `${key}\n${message[key]}\n`).join('');
  message.Signature = createSign('RSA-SHA256').update(text).sign(fs.readFileSync('key.pem'), 'base64');
  const verdict = await new Promise((resolve) =>
    new Validator().validate(message, (error) => resolve(error === null ? 'taken' : error.message)),
  );
  console.log(`${type} in ${region}: ${verdict}`);
}
(async () => {
  await judged('SubscriptionConfirmation', 'eu-central-1', 'amazonaws.com');
  await judged('UnsubscribeConfirmation', 'eu-central-1', 'amazonaws.com');
  await judged('SubscriptionConfirmation', 'eusc-de-east-1', 'amazonaws.eu');
})();
JS
node run.cjs | tee seen
diff - seen <<'SEEN'
SubscriptionConfirmation in eu-central-1: taken
UnsubscribeConfirmation in eu-central-1: The message signature is invalid.
SubscriptionConfirmation in eusc-de-east-1: The certificate is located on an invalid domain.
SEEN
