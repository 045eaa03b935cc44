-- Of the months together nothing is known yet, and autovacuum asks for none of it: from here on the worker does, each night.
ANALYZE "WebhookDelivery";
