import '#server/rest/respond/respond.ts';
