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
  /** External links; one that is null is not shown. */
  readonly links: {
    readonly tutorial: string | null;
    readonly feedback: string | null;
    readonly contactSync: string | null;
  };
  readonly flags: {
    readonly versionHistoryBadge: boolean;
    readonly payments: boolean;
    /** Whether outgoing mail is kept at /dev/mailbox. */
    readonly localMailbox: boolean;
  };
}
