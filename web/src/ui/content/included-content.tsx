import { CornerDownRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import {
  expandIncludes,
  type ExpandedPart,
  type Gap,
  type IncludedTexts,
} from '#templating/expand-includes.ts';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import { VariableText } from './variable-text.tsx';

interface IncludedContentProps {
  readonly content: string;
  /** The texts that the content includes; null while they are loading. */
  readonly texts: IncludedTexts | null;
  /** Returns the route of a prompt. */
  readonly toPrompt: (id: string) => string;
  /** Values by variable name, as for `VariableText`. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** As for `VariableText`. */
  readonly named?: boolean;
}

/** Memoised, since a long prompt renders thousands of elements. */
const Text = memo(VariableText);

/**
 * Text of a prompt with the texts that it includes, each behind a link to its prompt. Inline, as
 * `VariableText`.
 */
export function IncludedContent(props: IncludedContentProps) {
  const { content, texts, toPrompt, values, named = false } = props;
  const parts = useMemo(
    () => (content.includes('{{>') && texts ? expandIncludes(content, texts) : null),
    [content, texts],
  );
  if (parts === null) {
    return <Text text={hideReferenceIds(content)} values={values} named={named} />;
  }
  return parts.map((part, index) => (
    <Part key={index} part={part} toPrompt={toPrompt} values={values} named={named} />
  ));
}

interface PartProps extends Pick<IncludedContentProps, 'toPrompt' | 'values'> {
  readonly named: boolean;
  readonly part: ExpandedPart;
}

function Part({ part, toPrompt, values, named }: PartProps) {
  if (part.kind === 'text') return <Text text={part.text} values={values} named={named} />;
  if (part.kind === 'gap') return <GapMark gap={part} />;
  const { included, reference } = part;
  return (
    <span className="rounded-sm bg-sunken box-decoration-clone py-px">
      <Link
        to={toPrompt(included.id)}
        // A selection of the text leaves the name out.
        className="mr-1 inline-flex max-w-full items-baseline gap-1 rounded-sm bg-chip px-1.5 font-sans text-xs text-chip-ink no-underline select-none hover:underline"
        data-source=""
      >
        <CornerDownRight size={11} className="shrink-0 self-center" />
        <span className="sr-only">Included: </span>
        <span className="truncate">{included.title}</span>
        {reference.version === null ? null : (
          <span className="text-ink-quiet"> version {reference.version}</span>
        )}
      </Link>
      {part.parts.map((inner, index) => (
        <Part key={index} part={inner} toPrompt={toPrompt} values={values} named={named} />
      ))}
    </span>
  );
}

/** A reference without a text. */
function GapMark({ gap }: { readonly gap: Gap }) {
  return (
    <span className="rounded-sm border border-dashed border-danger px-1 text-danger-ink">
      {gapText(gap)}
    </span>
  );
}

function gapText({ reason, title, text }: Gap): string {
  switch (reason) {
    case 'deleted':
      return `${title ?? 'A prompt'} (deleted)`;
    case 'cycle':
      return `${title ?? 'A prompt'} (includes itself)`;
    case 'limit':
      return `${title ?? 'A prompt'} (too much to include)`;
    case 'missing':
      return 'Missing prompt';
    case 'untitled':
      return text;
    default:
      return reason satisfies never;
  }
}
