import { useState, type ReactNode } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { findWords } from '#web/lib/search/find-words.ts';
import { searchWords } from '#web/lib/search/parse-search.ts';
import { Button } from '#web/ui/form/button.tsx';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { TechniqueCard } from './technique-card.tsx';
import type { Technique } from './technique.ts';
import { techniques } from './techniques.ts';

interface TechniquesListProps {
  readonly renderUse: (technique: Technique) => ReactNode;
}

/** The twenty techniques, to read through or to search. */
export function TechniquesList({ renderUse }: TechniquesListProps) {
  const [search, setSearch] = useState('');
  const { items: matches, typoForgiven } = findWords(techniques, searchWords(search), textsOf);
  return (
    <>
      <SearchBox
        className="mb-2"
        label="Search techniques"
        placeholder="Search techniques..."
        value={search}
        onChange={setSearch}
      />
      <output className="mb-4 block min-h-5 text-sm text-ink-quiet">
        {search.trim() === '' ? '' : `${formatCount(matches.length, 'technique')} found`}
      </output>
      <SearchResults search={search} typoForgiven={typoForgiven}>
        {matches.length === 0 ? (
          <EmptyState
            drawing={<EmptySearch />}
            title="No techniques found"
            text="No technique contains all of these words."
            action={<Button onClick={() => setSearch('')}>Show all techniques</Button>}
          />
        ) : (
          <ol aria-label="Techniques" className="border-b border-hairline">
            {matches.map((technique) => (
              <TechniqueCard
                key={technique.id}
                technique={technique}
                number={techniques.indexOf(technique) + 1}
                use={renderUse(technique)}
              />
            ))}
          </ol>
        )}
      </SearchResults>
    </>
  );
}

function textsOf({ title, description, why, example }: Technique): string[] {
  return [title, description, why, example];
}
