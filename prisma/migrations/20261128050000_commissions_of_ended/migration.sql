-- Affiliates who ended while they were suspended: what was approved before is payable, what was not is for a person to decide.
UPDATE "Commission" c SET status = CASE c.before ->> 'status' WHEN 'approved' THEN 'approved' ELSE c.status END,
  flags = CASE c.before ->> 'status' WHEN 'approved' THEN c.before -> 'flags' ELSE c.flags END, before = NULL, "updatedAt" = now()
FROM "Collaboration" k
WHERE k."accountId" = c."accountId" AND k.id = c."collaborationId" AND k.status = 'ended' AND c.status = 'held' AND c.before IS NOT NULL;
