import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { versionMessages } from '#contract/version-messages.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { useNamedContents } from '#web/data/prompts/included/use-named-contents.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { useShortcut } from '#web/lib/react/use-shortcut.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ComparedFields } from '#web/ui/content/side-by-side.tsx';
import { compareVersions } from './compare-versions.ts';

interface ComparedVersion extends PromptValues {
  readonly version: number;
  readonly createdAt: string;
}

interface CompareViewProps {
  readonly older: ComparedVersion;
  readonly newer: ComparedVersion;
  readonly onClose: () => void;
}

/** Two versions side by side, field by field. The keys n and p go from change to change. */
export function CompareView({ older, newer, onClose }: CompareViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const [position, setPosition] = useState(-1);
  const [before, after] = useNamedContents(older.content, newer.content);
  const { fields, changes } = useMemo(
    () => compareVersions({ ...older, content: before }, { ...newer, content: after }),
    [older, newer, before, after],
  );

  function go(step: 1 | -1) {
    const marks = box.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [];
    if (marks.length === 0) return;
    const next =
      position < 0 && step < 0 ? marks.length - 1 : (position + step + marks.length) % marks.length;
    setPosition(next);
    marks[next]?.scrollIntoView({ block: 'center' });
    marks[next]?.focus({ preventScroll: true });
  }

  useShortcut('n', () => go(1));
  useShortcut('p', () => go(-1));

  // The view replaces what the eye was on: it starts at the top of the window, with the focus.
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <section ref={box} aria-labelledby={titleId} className="-scroll-mt-2">
      <div className="sticky top-12 z-10 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline bg-ground py-3">
        <div className="min-w-0 flex-1 basis-40 text-sm">
          <h2 ref={title} id={titleId} tabIndex={-1} className="w-fit font-medium text-ink">
            Version {older.version} compared with version {newer.version}
          </h2>
          <p className="text-ink-soft" aria-live="polite">
            {position < 0
              ? changes === 0
                ? 'No changes'
                : formatCount(changes, 'change')
              : `Change ${position + 1} of ${changes.toLocaleString('en-GB')}`}
          </p>
        </div>
        <div className="-ml-3 flex items-center gap-1 sm:ml-0">
          <IconButton label="Previous change" onClick={() => go(-1)} disabled={changes === 0}>
            <ArrowUp size={17} />
          </IconButton>
          <IconButton label="Next change" onClick={() => go(1)} disabled={changes === 0}>
            <ArrowDown size={17} />
          </IconButton>
          <Button onClick={onClose}>{versionMessages.closeComparison}</Button>
        </div>
      </div>
      <p className="mb-4 text-xs text-ink-quiet">
        Comparing version {older.version} (<RelativeTime at={older.createdAt} />) with version{' '}
        {newer.version} (<RelativeTime at={newer.createdAt} />
        ). Removed words are <del className="text-removed-ink">crossed out</del>, new words are{' '}
        <ins className="text-added-ink underline">underlined</ins>.
      </p>
      <ComparedFields
        fields={fields}
        beforeLabel={`Version ${older.version}`}
        afterLabel={`Version ${newer.version}`}
      />
    </section>
  );
}
