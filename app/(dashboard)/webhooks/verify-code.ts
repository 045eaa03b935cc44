/**
 * Programs that a receiver can copy to tell that a delivery is ours (docs/contract/webhooks.md#signature and Standard
 * Webhooks), also on the day after a rotation, when there are several signatures. verify-code.test.ts proves them.
 */

export const SVC_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the bytes as they arrived, before anything parses them. */
export function isFromLaris(body, headers, secret) {
  const parts = new URLSearchParams(headers['svc-signature'].replaceAll(',', '&'));
  if (!(Math.abs(Date.now() / 1000 - Number(parts.get('t'))) <= 300)) return false;
  const expected = createHmac('sha256', secret).update(parts.get('t') + '.').update(body).digest();
  return parts.getAll('v1').some((each) => {
    const given = Buffer.from(each, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

export const SVC_SHELL = `# SECRET, SVC_SIGNATURE (the header), BODY (a file with the body as it arrived)
T=\${SVC_SIGNATURE#t=}; T=\${T%%,*}
AGE=$(( $(date +%s) - T )); AGE=\${AGE#-}
EXPECTED=$({ printf '%s.' "$T"; cat "$BODY"; } | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
case ",$SVC_SIGNATURE," in *",v1=\${EXPECTED:-none},"*) SIGNED=yes ;; *) SIGNED=no ;; esac
[ "$AGE" -le 300 ] && [ $SIGNED = yes ] && echo genuine || echo forged
`;

export const STANDARD_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the bytes as they arrived, before anything parses them. */
export function isFromLaris(body, headers, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64url');
  const expected = createHmac('sha256', key).update(id + '.' + time + '.').update(body).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

export const STANDARD_SHELL = `# SECRET, the headers as WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE, and BODY (a file with the body as it arrived)
AGE=$(( $(date +%s) - WEBHOOK_TIMESTAMP )); AGE=\${AGE#-}
KEY=$(printf '%s=' "\${SECRET#whsec_}" | tr '_-' '/+' | base64 -d | od -An -v -tx1 | tr -d ' \\n')
EXPECTED=v1,$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat "$BODY"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
case " $WEBHOOK_SIGNATURE " in *" $EXPECTED "*) SIGNED=yes ;; *) SIGNED=no ;; esac
[ "$AGE" -le 300 ] && [ $SIGNED = yes ] && echo genuine || echo forged
`;
