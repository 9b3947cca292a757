import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { firstCharacters } from '#web/lib/text/first-characters.ts';
import { variableMarks } from '#web/lib/theme/variable-marks.ts';
import { parseVariables } from '#templating/variables.ts';

/** The most characters that a list shows of a text. */
const maxCharacters = 400;

/** A part of a text: a variable's name, or what stands between variables. */
export interface PreviewRun {
  readonly text: string;
  readonly isVariable: boolean;
}

/** Splits a text into the parts that a list shows: variables by name only. */
export function previewRuns(text: string): PreviewRun[] {
  return parseVariables(text).map((part) =>
    part.kind === 'text'
      ? { text: part.text, isVariable: false }
      : { text: part.variable.name, isVariable: true },
  );
}

/** The start of a text in a list, with its variables as chips. */
export function PreviewText({ text }: { readonly text: string }): ReactNode {
  return previewRuns(withEllipsis(text)).map((run, index) =>
    run.isVariable ? <PreviewChip key={index}>{run.text}</PreviewChip> : run.text,
  );
}

/**
 * Cuts a long text before a variable without its end, and shows that there is more. A text as long as
 * a start in lists was cut already.
 */
function withEllipsis(text: string): string {
  const start = firstCharacters(text, maxCharacters);
  const isCut = start !== text || codePointLength(text) === limits.previewLength;
  return isCut ? `${start.replace(/\{\{[^{}]*$/, '')}…` : text;
}

/** A variable's name in a list. */
export function PreviewChip({ children }: { readonly children: ReactNode }) {
  return <span className={variableMarks.chip}>{children}</span>;
}
