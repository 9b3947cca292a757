import { Search } from 'lucide-react';

const results = [
  { icon: '✍️', title: 'Clear rewrite', details: 'Used 2 hours ago · Writing · #editing' },
  { icon: '📦', title: 'Rewrite release notes', details: 'Used yesterday · Writing · #release' },
  { icon: '🧾', title: 'Rewrite minutes as tasks', details: 'Updated 3 May · Writing · #meetings' },
] as const;

/** A search with a typo, and its results. */
export function SearchDrawing() {
  return (
    <div className="rounded-lg border border-hairline bg-surface">
      <p className="flex min-h-13 items-center gap-3 border-b border-hairline px-5 text-base">
        <Search size={17} className="shrink-0 text-ink-quiet" />
        <span className="min-w-0">
          rewirte{' '}
          <span className="rounded-sm bg-chip px-1.5 py-0.5 font-mono text-sm">group:Writing</span>
        </span>
      </p>
      <p className="px-5 pt-3 text-xs text-ink-quiet">No exact matches. Showing close ones.</p>
      <ul className="py-2">
        {results.map(({ icon, title, details }, index) => (
          <li
            key={title}
            data-here={index === 0}
            className="cue-line flex items-center gap-4 px-5 py-2.5 data-[here=true]:bg-hover"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken">
              {icon}
            </span>
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">{title}</span>
              <span className="block truncate text-xs text-ink-quiet">{details}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
