import { DraftNotice } from './draft-notice.tsx';

export interface DraftOfferProps<Draft> {
  /** The form's own keeper of drafts. */
  readonly keeper: {
    readonly offered: Draft | null;
    readonly adopt: (draft: Draft) => void;
    readonly discard: (draft: Draft) => void;
  };
  /** Once something is written in the form, nothing is offered. */
  readonly untouched: boolean;
  /** What it says; the first words are shown. */
  readonly wordsOf: (draft: Draft) => string;
  readonly onRestore: (draft: Draft) => void;
}

/** Offers a form what was written in it before and not saved. */
export function DraftOffer<Draft extends { readonly savedAt: string }>(
  props: DraftOfferProps<Draft>,
) {
  const { keeper, untouched, wordsOf, onRestore } = props;
  const { offered } = keeper;
  if (offered === null || !untouched) return null;
  return (
    <DraftNotice
      savedAt={offered.savedAt}
      words={wordsOf(offered)}
      onRestore={() => {
        onRestore(offered);
        keeper.adopt(offered);
      }}
      onDiscard={() => keeper.discard(offered)}
    />
  );
}
