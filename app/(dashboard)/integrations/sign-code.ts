/**
 * Returns an example of how a shop calls, as a program that runs as it stands (docs/contract/integrations.md#webhooks).
 */
export const signCode = (webhookUrl: string): string => `body='{
  "id": "order-1001-1",
  "type": "orders",
  "rows": [{
    "externalRef": "1001",
    "amount": 150000,
    "currency": "IDR",
    "status": "paid",
    "placedAt": "2026-01-31T09:00:00+07:00",
    "email": "ani@example.com"
  }]
}'
t=$(date +%s)
signature=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
curl '${webhookUrl}' -H 'Content-Type: application/json' -H "Svc-Signature: t=$t,v1=$signature" --data-binary "$body"`;
