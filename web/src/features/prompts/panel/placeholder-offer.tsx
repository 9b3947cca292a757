import { lazy, Suspense, useMemo, useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { findPlaceholders } from '#web/lib/variables/placeholders.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { Button } from '#web/ui/form/button.tsx';

const PlaceholderDialog = lazy(async () => ({
  default: (await import('./placeholder-dialog.tsx')).PlaceholderDialog,
}));

interface PlaceholderOfferProps {
  readonly content: string;
  readonly onChange: (content: string) => void;
}

/** Under the content: says that it holds placeholders of other tools, and offers to make them variables. */
export function PlaceholderOffer({ content, onChange }: PlaceholderOfferProps) {
  const settled = useDebouncedValue(content, 400);
  const found = useMemo(() => findPlaceholders(settled), [settled]);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<{ readonly before: string; readonly after: string }>();

  function convert(after: string) {
    setOpen(false);
    setDone({ before: content, after });
    onChange(after);
  }

  if (done?.after === content) {
    return (
      <output className={lineClass}>
        The placeholders are variables now.
        <Button size="small" onClick={() => onChange(done.before)}>
          Undo
        </Button>
      </output>
    );
  }
  if (found.length === 0 && !open) return null;
  return (
    <p className={lineClass}>
      <span>
        {formatCount(found.length, 'placeholder')} as other tools write{' '}
        {found.length === 1 ? 'it' : 'them'},{' '}
        <code className="font-mono break-words">{found[0]?.source}</code>
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        Make variables…
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
