-- A canceled broadcast's test may stay undecided for ever: the worker, which looks every second, need not walk over it.
DROP INDEX "Broadcast_running_tests_idx";
CREATE INDEX "Broadcast_running_tests_idx" ON "Broadcast" ("testEndsAt") WHERE "testEndsAt" IS NOT NULL AND "testResult" IS NULL AND "status" = 'sending';
