import type { PasswordRules } from './password-rules.ts';

/** What `GET /config.json` answers: all that one build of the page needs to know of its installation. */
export interface RuntimeConfig {
  /** Base address of the Supabase protocol, without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  readonly brand: {
    readonly name: string;
    readonly logoUrl: string | null;
    /** User id and shown name of the product's own account in the community. */
    readonly officialAccount: { readonly id: string; readonly name: string };
  };
  readonly signIn: {
    /** What links in mails bring: a session, or a code that only the browser that asked can use. */
    readonly flow: 'implicit' | 'pkce';
    /** The sign-in provider: its name in the protocol, and on the button. Null when there is none. */
    readonly provider: { readonly name: string; readonly label: string } | null;
    /** Whether people may make accounts themselves. */
    readonly signUp: boolean;
    readonly passwordRules: PasswordRules;
  };
  /** External links; one that is null is not shown. */
  readonly links: {
    readonly tutorial: string | null;
    readonly feedback: string | null;
    readonly contactSync: string | null;
  };
  /** Where avatars are drawn, with {style} and {seed} in it; null: by the installation itself. */
  readonly avatarSource: string | null;
  readonly flags: {
    readonly versionHistoryBadge: boolean;
    readonly payments: boolean;
    /** Whether outgoing mail is kept at /dev/mailbox. */
    readonly localMailbox: boolean;
  };
  /** Of the payment provider; null while payments are switched off. */
  readonly payments: {
    readonly priceId: string | null;
    readonly publicKey: string | null;
  } | null;
}
