-- What a pause leaves in a path of the steps after the one that it leads back to: messages that have left, and codes.
ALTER TABLE "FunnelPassage" ADD COLUMN "ahead" BOOLEAN NOT NULL DEFAULT false;
