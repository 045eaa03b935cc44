-- Privacy requests of shops that never accepted the workspace's credentials. They hold the e-mail and phone of another's customer.
DELETE FROM "PrivacyRequest" q
WHERE NOT EXISTS (
  SELECT FROM "Integration" i JOIN "Integration" n ON n."accountId" = i."accountId" AND n.provider = i.provider AND n."externalId" = i."externalId"
  WHERE i."accountId" = q."accountId" AND i.id = q."integrationId" AND n."activatedAt" IS NOT NULL);
