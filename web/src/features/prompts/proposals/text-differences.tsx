import { useMemo } from 'react';
import type { ProposalText } from '#web/data/proposals/proposal.ts';
import { useNamedContents } from '#web/data/prompts/included/use-named-contents.ts';
import { compareFields } from '#web/lib/text/compare-fields.ts';
import { ComparedFields } from '#web/ui/content/side-by-side.tsx';

interface TextDifferencesProps {
  readonly before: ProposalText;
  readonly after: ProposalText;
  readonly beforeLabel: string;
  readonly afterLabel: string;
}

/** Two texts of a prompt side by side, field by field. */
export function TextDifferences({ before, after, ...labels }: TextDifferencesProps) {
  const [one, two] = useNamedContents(before.content, after.content);
  const { fields } = useMemo(
    () =>
      compareFields([
        ['Title', before.title, after.title],
        ['Description', before.description, after.description],
        ['Content', one, two],
        ['Tags', before.tags.join('\n'), after.tags.join('\n')],
      ]),
    [before, after, one, two],
  );
  return <ComparedFields fields={fields} {...labels} />;
}
