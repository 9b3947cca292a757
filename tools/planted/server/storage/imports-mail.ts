export * from '../../../../server/mail/mailer.ts';
