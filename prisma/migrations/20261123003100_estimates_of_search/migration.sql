-- How many contacts a word finds decides whether a search walks the newest ones or takes the trigram index, and PostgreSQL
-- estimates it on a sample. In one of a hundred texts, a word of one contact in thousands that happens to stand in the
-- sample is believed to be in every hundredth contact, and the walk that is chosen for it reads the whole workspace.
ALTER INDEX "Contact_search_idx" ALTER COLUMN 2 SET STATISTICS 500;
ALTER INDEX "Contact_search_idx" ALTER COLUMN 3 SET STATISTICS 500;
-- The settings hold for statistics that are taken from now on.
ANALYZE "Contact";
