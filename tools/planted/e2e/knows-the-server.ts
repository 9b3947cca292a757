import '#server/log.ts';
