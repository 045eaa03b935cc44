-- Which partner made a key, or set up a webhook endpoint. Null: nobody's but the workspace's.
ALTER TABLE "ApiKey" ADD COLUMN "partnerId" TEXT;
ALTER TABLE "WebhookEndpoint" ADD COLUMN "partnerId" TEXT;
CREATE INDEX "ApiKey_partnerId_idx" ON "ApiKey"("partnerId");
CREATE INDEX "WebhookEndpoint_partnerId_idx" ON "WebhookEndpoint"("partnerId");

-- Those of before, as the audit log has them; keys that such keys made, too.
WITH RECURSIVE made AS (
  SELECT a."accountId", a."targetId" AS id, a."partnerId" FROM "AuditEntry" a JOIN "Partner" p ON p.id = a."partnerId" WHERE a.action = 'api_key.create'
  UNION
  SELECT a."accountId", a."targetId", m."partnerId" FROM made m JOIN "AuditEntry" a ON a."accountId" = m."accountId" AND a."actorId" = m.id AND a."actorKind" = 'key' AND a.action = 'api_key.create')
UPDATE "ApiKey" k SET "partnerId" = m."partnerId" FROM made m WHERE k."accountId" = m."accountId" AND k.id = m.id;
UPDATE "WebhookEndpoint" e SET "partnerId" = l."partnerId" FROM (
  SELECT DISTINCT ON (a."accountId", a."targetId") a."accountId", a."targetId", coalesce(p.id, k."partnerId") AS "partnerId" FROM "AuditEntry" a
  LEFT JOIN "Partner" p ON p.id = a."partnerId" LEFT JOIN "ApiKey" k ON a."actorKind" = 'key' AND k."accountId" = a."accountId" AND k.id = a."actorId"
  WHERE a.action = 'webhook_endpoint.create' ORDER BY a."accountId", a."targetId", a."createdAt" DESC) l
WHERE e."accountId" = l."accountId" AND e.id = l."targetId" AND l."partnerId" IS NOT NULL;
