-- When an opt-out that stands was said again last; null: once, as it began. An undo ends none that was said again since.
ALTER TABLE "Suppression" ADD COLUMN "saidAt" TIMESTAMPTZ(3);
