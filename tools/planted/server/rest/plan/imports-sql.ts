import '#server/rest/sql/identifiers.ts';
