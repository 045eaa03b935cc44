-- When somebody last wrote a longer message that begins with a stop word. Null: never, or it was answered; what came before is not looked through.
ALTER TABLE "Conversation" ADD COLUMN "mayWantToStopAt" TIMESTAMPTZ(3);
