import '#web/data/backend/client.ts';
