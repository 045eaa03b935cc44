-- Since when somebody who signed up is to open the link in their mailbox. Null: proven, or never asked, as everybody of before.
ALTER TABLE "User" ADD COLUMN "unprovenSince" TIMESTAMPTZ(3);
