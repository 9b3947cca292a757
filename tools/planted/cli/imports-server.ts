import '#server/http/listen.ts';
