-- People have one of four roles. Members of before could do all that an admin may, but for what concerns members.
UPDATE "Membership" SET role = 'admin' WHERE role = 'member';

-- `member` is written by processes of the release before this one, until all of them are replaced.
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_role_check" CHECK (role IN ('owner', 'admin', 'marketer', 'analyst', 'member'));

-- What whoever accepts becomes. Links that are open now were made for members.
ALTER TABLE "Invitation" ADD COLUMN "role" TEXT NOT NULL DEFAULT 'admin';
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_role_check" CHECK (role IN ('admin', 'marketer', 'analyst'));
