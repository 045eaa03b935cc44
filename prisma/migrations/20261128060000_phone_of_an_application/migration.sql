-- The phone of an application that waits for its e-mail to be confirmed: whoever buys through their own link may be known by it.
ALTER TABLE "Application" ADD COLUMN "phone" TEXT;
