-- The broadcast after which a recipient opted out is kept with the opt-out: the report of a broadcast looked for it among
-- all of its messages, which takes the longer the larger the broadcast, and lost whoever was erased.
ALTER TABLE "Suppression" ADD COLUMN "broadcastId" TEXT;
CREATE INDEX "Suppression_accountId_broadcastId_address_idx" ON "Suppression"("accountId", "broadcastId", "address");
-- What stands: the last message that had left for the address, if it was a broadcast's.
UPDATE "Suppression" s SET "broadcastId" = (
  SELECT m."campaignId" FROM "Contact" c CROSS JOIN LATERAL (
    SELECT k."campaignId", k."sentAt" FROM "MarketingMessage" k
    WHERE k."accountId" = s."accountId" AND k."contactId" = c.id AND k.recipient = s.address AND k."sentAt" <= s."createdAt"
      AND k.provider IN ('email_p1', 'email_p2', 'email_p3', 'email_p4', 'email_p5', 'email_smtp', 'sms_p1', 'sms_p2', 'msg_p1', 'msg_p2')
      AND CASE s.family WHEN 'email' THEN k.provider LIKE 'email%' WHEN 'sms' THEN k.provider LIKE 'sms%' ELSE k.provider LIKE 'msg%' END
    ORDER BY k."createdAt" DESC LIMIT 1) m
  WHERE c."accountId" = s."accountId" AND CASE s.family WHEN 'email' THEN c.email ELSE c."phoneE164" END = s.address
  ORDER BY m."sentAt" DESC LIMIT 1)
WHERE s.reason = 'recipient';
