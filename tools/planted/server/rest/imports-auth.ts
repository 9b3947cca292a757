import '#server/auth/app.ts';
