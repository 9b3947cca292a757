import { lazy, Suspense, useMemo, useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { findPlaceholders } from '#web/lib/variables/placeholders.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { Button } from '#web/ui/form/button.tsx';

const PlaceholderDialog = lazy(() => import('./placeholder-dialog.tsx'));

interface PlaceholderOfferProps {
  readonly content: string;
  readonly onChange: (content: string) => void;
}

/** Offers under the content to turn placeholders of other tools into variables. */
export function PlaceholderOffer({ content, onChange }: PlaceholderOfferProps) {
  const debounced = useDebouncedValue(content, 400);
  const found = useMemo(() => findPlaceholders(debounced), [debounced]);
  const [open, setOpen] = useState(false);
  const [converted, setConverted] = useState<{ readonly before: string; readonly after: string }>();

  function convert(after: string) {
    setOpen(false);
    setConverted({ before: content, after });
    onChange(after);
  }

  if (converted?.after === content) {
    return (
      <output className={lineClass}>
        Placeholders turned into variables.
        <Button size="small" onClick={() => onChange(converted.before)}>
          Undo
        </Button>
      </output>
    );
  }
  if (found.length === 0 && !open) return null;
  return (
    <p className={lineClass}>
      <span>
        {formatCount(found.length, 'placeholder')} from another tool
        {found.length === 1 ? ': ' : ', e.g. '}
        <code className="font-mono break-words">{found[0]?.source}</code>
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        Turn into variables…
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <PlaceholderDialog content={content} onClose={() => setOpen(false)} onConvert={convert} />
        </Suspense>
      ) : null}
    </p>
  );
}

const lineClass = '-mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft';
