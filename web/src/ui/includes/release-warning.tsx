interface ReleaseWarningProps {
  /** How many prompts are to be deleted. */
  readonly count: number;
  /** Those of them that have labels; undefined while these are loading. */
  readonly usage:
    | {
        readonly released_count: number;
        readonly released: readonly {
          readonly title: string;
          readonly labels: readonly string[];
        }[];
      }
    | undefined;
}

const maxNamed = 5;
const list = new Intl.ListFormat('en-GB');

/** Names the labels by which programs read prompts that are to be deleted. */
export function ReleaseWarning({ count, usage }: ReleaseWarningProps) {
  const [first] = usage?.released ?? [];
  if (usage === undefined || first === undefined) return null;
  if (count === 1) {
    return (
      <p className="mt-2">
        While it is deleted, programs that read {list.format(first.labels)} get an error.
      </p>
    );
  }
  const named = usage.released.slice(0, maxNamed);
  const names = named.map(({ title, labels }) => `“${title}” (${list.format(labels)})`);
  const more = usage.released_count - named.length;
  return (
    <p className="mt-2 wrap-anywhere">
      {usage.released_count} of them {usage.released_count === 1 ? 'is' : 'are'} released:{' '}
      {list.format(more > 0 ? [...names, `${more} more`] : names)}. While they are deleted, programs
      that read these labels get an error.
    </p>
  );
}
