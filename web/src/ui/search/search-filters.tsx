const filters = [
  ['tag:email', 'has this tag'],
  ['category:sales', 'is in this category'],
  ['group:work', 'is in a group with this in its name'],
  ['in:"Work/Mail"', 'is in this group or below it; \\/ and \\" stand for / and " in a name'],
  ['author:ann', 'is by this author'],
  ['is:public', 'or is:private, is:favourite, is:template'],
  ['has:variable', 'has variables'],
  ['used:<7d', 'used in the last 7 days; also used:>2w, used:never'],
  ['"two words"', 'exact phrase; also tag:"two words"'],
] as const;

/** The filters of a search box with their meanings, `without` those that don't apply to it. */
export default function SearchFilters({ without }: { readonly without: readonly string[] }) {
  const shown = filters.filter(([example]) => !without.some((name) => example.startsWith(name)));
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      {shown.map(([example, meaning]) => (
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
