import '#server/mail/mailer.ts';
