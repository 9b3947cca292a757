import '#server/rest/app.ts';
