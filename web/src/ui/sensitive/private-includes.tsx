interface PrivateIncludesProps {
  /** The titles of private prompts; each is shown once. */
  readonly titles: readonly string[];
  /** Whether several prompts include them. */
  readonly many?: boolean;
  /** How others would see them, too: 'publish them'. */
  readonly remedy?: string;
}

/** Lists private prompts that are missing in a text for others. */
export function PrivateIncludes(props: PrivateIncludesProps) {
  const { titles, many = false, remedy = 'publish them' } = props;
  if (titles.length === 0) return null;
  return (
    <div className="not-first:mt-4">
      <p>
        {many ? 'These prompts include' : 'This prompt includes'} private prompts. Others see a gap
        in their place, until you {remedy}, too:
      </p>
      <ul className="mt-2 list-disc pl-5 text-ink">
        {[...new Set(titles)].map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </div>
  );
}
