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
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { SideBySide } from '#web/ui/content/side-by-side.tsx';

interface PlaceholderDialogProps {
  readonly content: string;
  readonly onClose: () => void;
  readonly onConvert: (converted: string) => void;
}

/** Longer texts are previewed up to here, since comparing them would block the page. */
const previewLength = 20_000;
/** Beyond this many, placeholders can only be selected by notation. */
const maxListed = 60;

/** Asks which placeholders become variables, and previews the result. */
export default function PlaceholderDialog({ content, onClose, onConvert }: PlaceholderDialogProps) {
  const found = useMemo(() => findPlaceholders(content), [content]);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const comparison = useMemo(() => {
    const before = content.slice(0, previewLength);
    return compareTexts(
      before,
      convertPlaceholders(before, ({ source }) => !excluded.has(source)),
    );
  }, [content, excluded]);
  const count = found.length - excluded.size;

  function choose(some: readonly Placeholder[], chosen: boolean) {
    const next = new Set(excluded);
    for (const { source } of some) {
      if (chosen) next.delete(source);
      else next.add(source);
    }
    setExcluded(next);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn into variables"
      description="You'll be asked for the variables when you copy the prompt. Untick anything that isn't a placeholder."
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={count === 0}
            onClick={() =>
              onConvert(convertPlaceholders(content, ({ source }) => !excluded.has(source)))
            }
          >
            {count === 0 ? 'Nothing selected' : `Create ${formatCount(count, 'variable')}`}
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
                checked={some.every(({ source }) => !excluded.has(source))}
                onCheckedChange={(chosen) => choose(some, chosen)}
                className="font-medium"
              />
              <ul className="mt-2 ml-7 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
                {some.slice(0, maxListed).map((each) => (
                  <li key={each.source} className="min-w-0">
                    <Checkbox
                      label={
                        <span className="font-mono break-words">
                          {each.source} <span aria-label="becomes">→</span> {each.variable}
                        </span>
                      }
                      checked={!excluded.has(each.source)}
                      onCheckedChange={(chosen) => choose([each], chosen)}
                    />
                  </li>
                ))}
              </ul>
              {some.length > maxListed ? (
                <p className="mt-1.5 ml-7 text-sm text-ink-quiet">
                  and {formatCount(some.length - maxListed, 'more', 'more')}
                </p>
              ) : null}
            </fieldset>
          );
        })}
        <section aria-label="Preview">
          {content.length > previewLength ? (
            <p className="mb-2 text-sm text-ink-quiet">The beginning of the text:</p>
          ) : null}
          <SideBySide comparison={comparison} beforeLabel="Now" afterLabel="With variables" mono />
        </section>
      </div>
    </Dialog>
  );
}
