import '#server/secrets.ts';
