-- The palette finds an order by how its number begins, however old it is.
CREATE INDEX "Order_number_idx" ON "Order" ("accountId", lower("number"));
