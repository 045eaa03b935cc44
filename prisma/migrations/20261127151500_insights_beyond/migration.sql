-- GET /insights/deliverability: the newest e-mails that left, whatever for, and who complained. On a large installation the
-- first is made before, with CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "MarketingMessage_email_sent_idx" ON "MarketingMessage" ("accountId", "sentAt") WHERE "provider" LIKE 'email\_%' AND "sentAt" IS NOT NULL;
CREATE INDEX "Suppression_complaint_idx" ON "Suppression" ("accountId", "createdAt") WHERE "reason" = 'complaint' AND "family" = 'email';
-- GET /insights/attribution: whether a checkout session has an order.
CREATE INDEX "Order_session_idx" ON "Order" ("accountId", "checkoutSessionId");
-- And what was told to be bought without one.
CREATE INDEX "Purchase_told_idx" ON "Purchase" ("accountId", "at") WHERE "orderId" IS NULL;
