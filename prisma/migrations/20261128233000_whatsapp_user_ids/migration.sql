-- Whom WhatsApp's id of a user belongs to: a contact that has it as a handle, and conversations of any channel.
CREATE INDEX IF NOT EXISTS "Contact_whatsappUserId_idx" ON "Contact" ("accountId", ("socialHandles"->>'whatsappUserId')) WHERE "socialHandles"->>'whatsappUserId' IS NOT NULL;
CREATE INDEX IF NOT EXISTS "Conversation_userId_idx" ON "Conversation" ("accountId", "userId") WHERE "userId" IS NOT NULL;
