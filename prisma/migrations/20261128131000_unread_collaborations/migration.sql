-- What creators did that nobody of the workspace has seen: few at a time, so the index holds only these.
ALTER TABLE "Collaboration" ADD COLUMN "unreadAt" TIMESTAMPTZ(3);
CREATE INDEX IF NOT EXISTS "Collaboration_unread_idx" ON "Collaboration" ("accountId", "updatedAt", id) WHERE "unreadAt" IS NOT NULL;
