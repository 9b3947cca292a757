import '#server/testing/test-database.ts';
