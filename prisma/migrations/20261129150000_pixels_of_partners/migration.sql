-- Pixels that a partner set are switched off when its link ends. Who set those of before is not known.
ALTER TABLE "MerchantPixels" ADD COLUMN "setByPartner" JSONB NOT NULL DEFAULT '{}';
