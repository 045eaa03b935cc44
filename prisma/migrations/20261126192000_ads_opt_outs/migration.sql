-- Whoever wants no ads: few, and looked for with every batch of conversions.
CREATE INDEX "Contact_no_ads_idx" ON "Contact" ("accountId") WHERE subscriptions->>'ads' = 'unsubscribed';
