-- What Prisma cannot express.

-- The versions of a funnel that somebody is in: an event that a shop tells of is asked of each of them.
CREATE INDEX "FunnelEnrolment_version_idx" ON "FunnelEnrolment" ("accountId", "funnelId", "version") WHERE "status" = 'active';
