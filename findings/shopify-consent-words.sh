#!/usr/bin/env bash
# Shopify's consent to SMS says another word once one follows its advice, and consent to WhatsApp is there from 2026-07 on.
#
# Reads the schemas of the Admin API that @shopify/dev-mcp 1.16.0 brings, with graphql 16.15.0. Behaviour seen:
# - A customer who was never asked for SMS is NOT_SUBSCRIBED in CustomerPhoneNumber.marketingState. From 2026-10 on that field
#   is deprecated for smsMarketingConsent.state, where the same customer is NEVER_SUBSCRIBED. A reader that compares with the
#   old word and moves to the new field takes everybody who was never asked for somebody in an unknown state.
# - CustomerPhoneNumber.whatsAppMarketingConsent and the topic CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE are there from
#   2026-07 on, with the new words. It is never null: a shop that never asks says NEVER_SUBSCRIBED of everybody.
#
# Output seen:
#   2026-04 marketingState NOT_SUBSCRIBED, smsMarketingConsent none, whatsAppMarketingConsent none, topic false
#   2026-07 marketingState NOT_SUBSCRIBED, smsMarketingConsent none, whatsAppMarketingConsent NEVER_SUBSCRIBED, topic true
#   2026-10 marketingState NOT_SUBSCRIBED, smsMarketingConsent NEVER_SUBSCRIBED, whatsAppMarketingConsent NEVER_SUBSCRIBED, topic true
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @shopify/dev-mcp@1.16.0 >/dev/null
tar -xzf shopify-dev-mcp-1.16.0.tgz package/dist/data
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund graphql@16.15.0
cat >seen.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { gunzipSync } = require('node:zlib');
const { buildClientSchema, getNamedType } = require('graphql');
for (const version of ['2026-04', '2026-07', '2026-10']) {
  const file = gunzipSync(readFileSync(`package/dist/data/admin_${version}.json.gz`));
  const schema = buildClientSchema(JSON.parse(file).data);
  const { marketingState, ...phone } = schema.getType('CustomerPhoneNumber').getFields();
  const never = (field) => getNamedType(field.type).getValues().find(({ name }) => /^(NOT|NEVER)_/.test(name)).name;
  const consent = (name) =>
    `${name} ${phone[name] === undefined ? 'none' : never(getNamedType(phone[name].type).getFields().state)}`;
  const topics = schema.getType('WebhookSubscriptionTopic');
  const topic = topics.getValue('CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE') !== undefined;
  const said = [`marketingState ${never(marketingState)}`, consent('smsMarketingConsent'), consent('whatsAppMarketingConsent')];
  console.log(`${version} ${said.join(', ')}, topic ${topic}`);
}
JS
node seen.cjs | tee seen.txt
diff seen.txt - <<'TXT'
2026-04 marketingState NOT_SUBSCRIBED, smsMarketingConsent none, whatsAppMarketingConsent none, topic false
2026-07 marketingState NOT_SUBSCRIBED, smsMarketingConsent none, whatsAppMarketingConsent NEVER_SUBSCRIBED, topic true
2026-10 marketingState NOT_SUBSCRIBED, smsMarketingConsent NEVER_SUBSCRIBED, whatsAppMarketingConsent NEVER_SUBSCRIBED, topic true
TXT
