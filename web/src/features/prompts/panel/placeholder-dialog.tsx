import { useMemo, useState } from 'react';
import { compareTexts } from '#web/lib/text/compare-texts.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import {
  convertPlaceholders,
  notations,
  findPlaceholders,
  type Placeholder,
} from '#web/lib/variables/placeholders.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SideBySide } from '#web/ui/content/side-by-side.tsx';

interface PlaceholderDialogProps {
  readonly content: string;
  readonly onClose: () => void;
  readonly onConvert: (converted: string) => void;
}

/** Of longer texts the preview shows the beginning: the page must not wait for the comparison. */
const previewed = 20_000;
/** More are converted with their notation, not one by one. */
const listed = 60;

/** Which placeholders become variables: one looks at each before anything is changed. */
export function PlaceholderDialog({ content, onClose, onConvert }: PlaceholderDialogProps) {
  const found = useMemo(() => findPlaceholders(content), [content]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const comparison = useMemo(() => {
    const before = content.slice(0, previewed);
    return compareTexts(
      before,
      convertPlaceholders(before, ({ source }) => !left.has(source)),
    );
  }, [content, left]);
  const count = found.length - left.size;

  function choose(some: readonly Placeholder[], chosen: boolean) {
    const next = new Set(left);
    for (const { source } of some) {
      if (chosen) next.delete(source);
      else next.add(source);
    }
    setLeft(next);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Make variables"
      description="Variables are asked for when a prompt is copied. Take the tick off what is no placeholder."
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={count === 0}
            onClick={() =>
              onConvert(convertPlaceholders(content, ({ source }) => !left.has(source)))
            }
          >
            {count === 0 ? 'Nothing is ticked' : `Make ${formatCount(count, 'variable')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {notations.map((notation) => {
          const some = found.filter((each) => each.notation === notation);
          if (some.length === 0) return null;
          return (
            <fieldset key={notation}>
              <legend className="sr-only">Written as {notation}</legend>
              <Checkbox
                label={
                  <>
                    <code className="font-mono">{notation}</code>,{' '}
                    {formatCount(some.length, 'placeholder')}
                  </>
                }
                checked={some.every(({ source }) => !left.has(source))}
                onCheckedChange={(chosen) => choose(some, chosen)}
                className="font-medium"
              />
              <ul className="mt-2 ml-7 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
                {some.slice(0, listed).map((each) => (
                  <li key={each.source} className="min-w-0">
                    <Checkbox
                      label={
                        <span className="font-mono break-words">
                          {each.source} <span aria-label="becomes">→</span> {each.variable}
                        </span>
                      }
                      checked={!left.has(each.source)}
                      onCheckedChange={(chosen) => choose([each], chosen)}
                    />
                  </li>
                ))}
              </ul>
              {some.length > listed ? (
                <p className="mt-1.5 ml-7 text-sm text-ink-quiet">
                  and {formatCount(some.length - listed, 'more', 'more')}
                </p>
              ) : null}
            </fieldset>
          );
        })}
        <section aria-label="Preview">
          {content.length > previewed ? (
            <p className="mb-2 text-sm text-ink-quiet">The beginning of the text:</p>
          ) : null}
          <SideBySide comparison={comparison} beforeLabel="Now" afterLabel="With variables" mono />
        </section>
      </div>
    </Dialog>
  );
}
