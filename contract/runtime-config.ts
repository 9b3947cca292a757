import type { PasswordRules } from './password-rules.ts';

/** The response of `GET /config.json`: everything the built page needs to know about its server. */
export interface RuntimeConfig {
  /** Base URL of the Supabase protocol, without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  readonly brand: {
    readonly name: string;
    readonly logoUrl: string | null;
    /** User id and display name of the official account in the community. */
    readonly officialAccount: { readonly id: string; readonly name: string };
  };
  readonly signIn: {
    /**
     * Whether links in emails return a session, or a code that only the requesting browser can use.
     */
    readonly flow: 'implicit' | 'pkce';
    /**
     * The sign-in provider with its name in the protocol and its label on the button; null if there
     * is none.
     */
    readonly provider: { readonly name: string; readonly label: string } | null;
    /** Whether people can create accounts themselves. */
    readonly signUp: boolean;
    /** Whether passkeys work at this address. */
    readonly passkeys: boolean;
    readonly passwordRules: PasswordRules;
  };
  /** External links; null ones aren't shown. */
  readonly links: {
    readonly tutorial: string | null;
    readonly feedback: string | null;
    /** The email address for questions about paid services. */
    readonly contact: string | null;
    readonly contactSync: string | null;
  };
  /** URL of an avatar service with {style} and {seed} in it; null if this server generates them. */
  readonly avatarSource: string | null;
  readonly flags: {
    readonly versionHistoryBadge: boolean;
    readonly payments: boolean;
    /** Whether outgoing emails are stored at /dev/mailbox. */
    readonly localMailbox: boolean;
    /** Whether webhooks may use http:// and reach private networks. */
    readonly privateWebhooks: boolean;
  };
  /** Keys of the payment provider; null while payments are off. */
  readonly payments: {
    readonly priceId: string | null;
    readonly publicKey: string | null;
  } | null;
}
