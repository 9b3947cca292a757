const filters = [
  ['tag:email', 'has this tag'],
  ['group:work', 'is in this group'],
  ['author:ann', 'is by this author'],
  ['is:public', 'or is:private, is:favourite, is:template'],
  ['has:variable', 'asks for a value'],
  ['used:<7d', 'used within 7 days; also used:>2w, used:never'],
  ['"two words"', 'together, also in tag:"two words"'],
] as const;

/** What a search box understands beside words; some boxes do `without` one or the other filter. */
export function SearchFilters({ without }: { readonly without: readonly string[] }) {
  const known = filters.filter(([example]) => !without.some((name) => example.startsWith(name)));
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      {known.map(([example, meaning]) => (
        <div key={example} className="col-span-2 grid grid-cols-subgrid">
          <dt>
            <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-ink">{example}</code>
          </dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
