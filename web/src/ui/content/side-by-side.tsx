import { Fragment, useState } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { collapseUnchanged } from '#web/lib/text/collapse-unchanged.ts';
import type { ComparedField } from '#web/lib/text/compare-fields.ts';
import { VariableText } from './variable-text.tsx';
import type { ComparedRow, Comparison, SideLine } from '#web/lib/text/compare-texts.ts';

interface SideBySideProps {
  readonly comparison: Comparison;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Shows the text like prompt content, with line numbers. */
  readonly mono?: boolean;
}

/**
 * Two texts side by side, stacked on a phone. Differing words are marked by colour and by form:
 * struck through before, underlined after. Long unchanged stretches are collapsed. The first row of
 * change n has `data-change="n"`.
 */
export function SideBySide({ comparison, beforeLabel, afterLabel, mono = false }: SideBySideProps) {
  const stretches = collapseUnchanged(comparison.rows);
  return (
    <div
      className={cx(
        'overflow-hidden rounded-md border border-hairline bg-surface',
        mono ? 'font-mono text-base leading-[1.6]' : 'text-sm',
      )}
    >
      <div className="hidden border-b border-hairline bg-sunken font-sans text-xs font-medium text-ink-quiet md:grid md:grid-cols-2">
        <p className="px-3 py-1.5">{beforeLabel}</p>
        <p className="border-l border-hairline px-3 py-1.5">{afterLabel}</p>
      </div>
      <p className="border-b border-hairline bg-sunken px-3 py-1.5 font-sans text-xs font-medium text-ink-quiet md:hidden">
        <span aria-hidden="true">− </span>
        {beforeLabel}, then <span aria-hidden="true">+ </span>
        {afterLabel}
      </p>
      {/* The cells have the padding: the line between both sides reaches its ends. */}
      <div className="max-md:py-1.5 md:*:first:*:pt-1.5 md:*:last:*:pb-1.5">
        {stretches.map((stretch) => (
          <Stretch key={stretch.from} rows={stretch.rows} folded={stretch.folded} numbered={mono} />
        ))}
      </div>
      {comparison.rows.length === 0 ? (
        <p className="px-3 py-2 font-sans text-sm text-ink-quiet">Both sides are empty.</p>
      ) : null}
    </div>
  );
}

interface ComparedFieldsProps extends Pick<SideBySideProps, 'beforeLabel' | 'afterLabel'> {
  readonly fields: readonly ComparedField[];
  readonly heading?: 'h2' | 'h3';
}

/** Compared fields of a prompt, each side by side under its name. */
export function ComparedFields({
  fields,
  heading: Heading = 'h3',
  ...labels
}: ComparedFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      {fields.map(({ label, comparison }) => (
        <div key={label}>
          <Heading className="mb-1.5 text-sm font-medium text-ink">{label}</Heading>
          <SideBySide comparison={comparison} mono={label === 'Content'} {...labels} />
        </div>
      ))}
    </div>
  );
}

function Stretch(props: {
  readonly rows: readonly ComparedRow[];
  readonly folded: boolean;
  readonly numbered: boolean;
}) {
  const [open, setOpen] = useState(!props.folded);
  if (!open) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="block w-full border-y border-hairline bg-sunken px-3 py-1.5 text-left font-sans text-xs text-ink-quiet hover:text-ink pointer-coarse:py-3.5"
      >
        Show {props.rows.length} unchanged lines
      </button>
    );
  }
  return props.rows.map((row) => (
    <Row
      key={`${row.before?.number ?? ''}/${row.after?.number ?? ''}`}
      row={row}
      numbered={props.numbered}
    />
  ));
}

function Row({ row, numbered }: { readonly row: ComparedRow; readonly numbered: boolean }) {
  return (
    <div
      {...(row.changeStart === null ? {} : { 'data-change': row.changeStart, tabIndex: -1 })}
      className={cx('grid scroll-my-24 md:grid-cols-2', row.changeStart !== null && 'cue-line')}
    >
      <Side line={row.before} side="before" changed={row.changed} numbered={numbered} />
      <Side line={row.after} side="after" changed={row.changed} numbered={numbered} />
    </div>
  );
}

interface SideProps {
  readonly line: SideLine | null;
  readonly side: 'before' | 'after';
  readonly changed: boolean;
  readonly numbered: boolean;
}

function Side({ line, side, changed, numbered }: SideProps) {
  const before = side === 'before';
  return (
    <div
      className={cx(
        'flex min-w-0 gap-2 px-3 py-px md:gap-3',
        !before && 'md:border-l md:border-hairline',
        // Stacked sides show an unchanged line only once.
        (line === null || (!changed && !before)) && 'max-md:hidden',
        line === null && 'bg-sunken',
        changed ? 'text-ink' : 'text-ink-quiet',
      )}
    >
      {numbered && line ? (
        <span
          aria-hidden="true"
          className="w-7 shrink-0 pt-px text-right text-xs leading-6 text-ink-quiet tabular-nums select-none"
        >
          {line.number}
        </span>
      ) : null}
      <span aria-hidden="true" className="w-2 shrink-0 text-ink-quiet select-none md:hidden">
        {changed ? (before ? '−' : '+') : null}
      </span>
      <p dir="auto" className="min-h-[1.6em] min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
        {line?.segments.map((segment, index) => (
          <Fragment key={index}>
            {segment.changed ? (
              <Mark before={before} text={segment.text} />
            ) : (
              <VariableText text={segment.text} />
            )}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function Mark({ before, text }: { readonly before: boolean; readonly text: string }) {
  return before ? (
    <del className="rounded-xs bg-removed-wash text-removed-ink line-through decoration-1">
      {text}
    </del>
  ) : (
    <ins className="rounded-xs bg-added-wash text-added-ink underline decoration-1 underline-offset-3">
      {text}
    </ins>
  );
}
