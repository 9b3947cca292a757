import '#web/data/client.ts';
