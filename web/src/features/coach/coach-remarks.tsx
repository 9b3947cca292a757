import { ChevronDown } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Button } from '#web/ui/form/button.tsx';
import { hideRemarks, showRemarks, useCoachSettings } from './coach-settings.ts';
import { findRemarks, type Remark } from './find-remarks.ts';
import type { RemarkKind } from './rules.ts';

/** The part of a technique that a remark shows. */
interface CoachTechnique {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** A prompt and its answer, separated by an arrow. */
  readonly example: string;
}

interface CoachRemarksProps {
  readonly content: string;
  /** All techniques in their order, which numbers them. */
  readonly techniques: readonly CoachTechnique[];
}

/** More would be a report, not a remark. */
const maxRemarks = 2;

/** Remarks change only in a pause, so that nothing moves while the user types. */
const pauseMs = 1_000;

/** Returns the remarks that are shown on a text. */
function useRemarks(content: string) {
  const { isOn, hidden } = useCoachSettings();
  const settled = useDebouncedValue(content, pauseMs);
  const found = useMemo(() => (isOn ? findRemarks(settled) : []), [isOn, settled]);
  const remarks = found.filter(({ kind }) => !hidden.includes(kind)).slice(0, maxRemarks);
  return { isOn, hidden, settled, remarks };
}

/** The number of remarks, as a mark on a button. */
export function CoachCount({ content }: Pick<CoachRemarksProps, 'content'>) {
  const { remarks } = useRemarks(content);
  if (remarks.length === 0) return null;
  return (
    <span className="rounded-full bg-cue-wash px-1.5 text-xs font-medium text-cue-ink tabular-nums">
      {remarks.length}
      <span className="sr-only">{remarks.length === 1 ? ' remark' : ' remarks'}</span>
    </span>
  );
}

/** Remarks on the text of a prompt; nothing if there are none, or if they are turned off. */
export function CoachRemarks({ content, techniques }: CoachRemarksProps) {
  const { isOn, hidden, settled, remarks } = useRemarks(content);
  const [dismissed, setDismissed] = useState<{ kind: RemarkKind; content: string } | null>(null);
  // The pressed button goes with its remark, so the focus moves to the section.
  const section = useRef<HTMLElement>(null);
  const offersUndo =
    dismissed !== null && dismissed.content === settled && hidden.includes(dismissed.kind);

  if (!isOn) return null;
  return (
    <>
      {/* Rendered before there are remarks: a live region announces only what changes in it. */}
      <output className="sr-only">
        {remarks.length === 0 ? '' : `Remarks: ${remarks.map(({ text }) => text).join(' ')}`}
      </output>
      {remarks.length > 0 || offersUndo ? (
        <section
          ref={section}
          tabIndex={-1}
          aria-label="Remarks on the text"
          className="rounded-sm text-sm text-ink-quiet"
        >
          {offersUndo ? (
            <p className="flex min-h-8 flex-wrap items-center gap-x-2">
              Hidden on this device.
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  showRemarks(dismissed.kind);
                  section.current?.focus();
                }}
              >
                Undo
              </Button>
            </p>
          ) : null}
          <ul>
            {remarks.map((remark) => (
              <RemarkItem
                key={remark.kind}
                remark={remark}
                techniques={techniques}
                onHide={() => {
                  hideRemarks(remark.kind);
                  setDismissed({ kind: remark.kind, content: settled });
                  section.current?.focus();
                }}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface RemarkItemProps {
  readonly remark: Remark;
  readonly techniques: readonly CoachTechnique[];
  readonly onHide: () => void;
}

/** A remark, with its technique to unfold. */
function RemarkItem({ remark, techniques, onHide }: RemarkItemProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const index = techniques.findIndex((each) => each.id === remark.technique);
  const technique = techniques[index];
  if (technique === undefined) return null;
  const [prompt = '', answer = ''] = technique.example.split('\n\n→ ');
  return (
    <li>
      <p id={`${id}-text`} className="pt-1 break-words">
        {remark.text}
      </p>
      <div className="-ml-2.5 flex flex-wrap items-center">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-text`}
          onClick={() => setOpen(!isOpen)}
        >
          {index + 1} {technique.title}
          <ChevronDown size={15} className={cx('transition-transform', isOpen && 'rotate-180')} />
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-describedby={`${id}-text`}
          className="!font-normal !text-ink-quiet"
          onClick={onHide}
        >
          Don’t show this again
        </Button>
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="mt-1 mb-3 border-l-2 border-hairline pl-3 text-ink-soft"
      >
        <p>{technique.why}</p>
        <p className="mt-3 text-xs font-medium text-ink-quiet">Example</p>
        <p className="mt-1 font-mono text-sm break-words whitespace-pre-wrap text-ink">{prompt}</p>
        <p className="mt-3 text-xs font-medium text-ink-quiet">Answer</p>
        <p className="mt-1 break-words whitespace-pre-wrap">{answer}</p>
      </div>
    </li>
  );
}
