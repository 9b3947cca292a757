import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '#web/data/groups/groups.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { useIncludeSource } from '#web/data/prompts/included/use-include-source.ts';
import { useNamedContents } from '#web/data/prompts/included/use-named-contents.ts';
import { useUser } from '#web/data/session/session.ts';
import { compareTexts } from '#web/lib/text/compare-texts.ts';
import type { ConflictChoice } from '#text/three-way-merge.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { TextEditor } from '#web/ui/editor/text-editor.tsx';
import { SideBySide } from '#web/ui/content/side-by-side.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { isLineField, type ConflictField, type LineField } from './merge-values.ts';

/** Which side's lines to use where both changed them; 'edited' in the merged text. */
export type LineChoice = ConflictChoice | 'edited';

interface MergeFieldsProps {
  readonly mine: PromptValues;
  readonly theirs: PromptValues;
  /** The proposed merge; null when one whole side was chosen. */
  readonly merged: PromptValues | null;
  readonly conflicts: readonly ConflictField[];
  readonly lines: Partial<Record<LineField, LineChoice>>;
  /** The person tried to save. */
  readonly isChecked: boolean;
  readonly onChooseLines: (field: LineField, side: ConflictChoice) => void;
  readonly onChange: (change: Partial<PromptValues>) => void;
}

const labels = {
  title: 'Title',
  description: 'Description',
  content: 'Content',
  tags: 'Tags',
  isPublic: 'Visibility',
  groupId: 'Group',
  icon: 'Icon',
  category: 'Category',
} as const satisfies Record<ConflictField, string>;

const sides = [
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
  { value: 'both', label: 'Both' },
] as const satisfies readonly { readonly value: ConflictChoice; readonly label: string }[];

const fields = [
  'title',
  'description',
  'content',
  'tags',
  'category',
  'isPublic',
  'groupId',
  'icon',
] as const;

/** The fields that differ: mine and theirs side by side, and the proposed merge to edit. */
export function MergeFields(props: MergeFieldsProps) {
  const { mine, theirs, merged, conflicts, lines, isChecked, onChooseLines, onChange } = props;
  const user = useUser();
  const groups = useQuery(groupsQuery(user.id));
  const includes = useIncludeSource();
  const [mineNamed, theirsNamed] = useNamedContents(mine.content, theirs.content);
  const differing = fields.filter((field) => textOf(mine, field) !== textOf(theirs, field));

  function textOf(values: PromptValues, field: ConflictField): string {
    switch (field) {
      case 'tags':
        return values.tags.join(', ');
      case 'isPublic':
        return values.isPublic ? 'Public' : 'Private';
      case 'groupId':
        return values.groupId === null
          ? 'None'
          : (groups.data?.find((group) => group.id === values.groupId)?.name ?? 'Another group');
      case 'icon':
        return values.icon ?? 'Default';
      case 'category':
        return values.category ?? 'None';
      default:
        return values[field];
    }
  }

  return (
    <div className="mt-6 flex flex-col gap-8">
      {differing.map((field) => (
        <div key={field}>
          <h3 className="mb-2 flex items-center gap-2 text-sm font-medium text-ink">
            {labels[field]}
            {conflicts.includes(field) ? <Badge>Edited in both</Badge> : null}
          </h3>
          <SideBySide
            comparison={
              field === 'content'
                ? compareTexts(mineNamed, theirsNamed)
                : compareTexts(textOf(mine, field), textOf(theirs, field))
            }
            beforeLabel="Mine"
            afterLabel="Theirs"
            mono={field === 'content'}
          />
          {merged === null ? null : (
            <div className="mt-3">
              {isLineField(field) && conflicts.includes(field) ? (
                <LineSides
                  field={field}
                  choice={lines[field]}
                  isMissing={isChecked && lines[field] === undefined}
                  onChoose={(side) => onChooseLines(field, side)}
                />
              ) : null}
              {field === 'content' ? (
                <TextEditor
                  label="Merged content"
                  value={merged.content}
                  onChange={(content) => onChange({ content })}
                  includes={includes}
                  boxClassName="max-h-[40dvh]"
                />
              ) : field === 'description' ? (
                <TextArea
                  label="Merged description"
                  value={merged.description}
                  onChange={(event) => onChange({ description: event.currentTarget.value })}
                  areaClassName="max-h-[40dvh]"
                />
              ) : field === 'title' ? (
                <TextField
                  label="Merged title"
                  value={merged.title}
                  onChange={(event) => onChange({ title: event.currentTarget.value })}
                />
              ) : (
                <p className="text-sm text-ink-soft">
                  Merged: <span className="text-ink">{textOf(merged, field) || 'none'}</span>
                </p>
              )}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

interface LineSidesProps {
  readonly field: LineField;
  readonly choice: LineChoice | undefined;
  /** The person tried to save without choosing. */
  readonly isMissing: boolean;
  readonly onChoose: (side: ConflictChoice) => void;
}

/** Asks whose lines to use where both changed them. */
function LineSides({ field, choice, isMissing, onChoose }: LineSidesProps) {
  return (
    <div className="mb-3" data-undecided={choice === undefined || undefined}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-sm text-ink-soft">Lines that both changed:</p>
        <Segmented<LineChoice | 'undecided'>
          label={`${labels[field]}: lines that both changed`}
          value={choice ?? 'undecided'}
          onChange={(side) => {
            if (side !== 'undecided' && side !== 'edited') onChoose(side);
          }}
          options={sides}
        />
      </div>
      {isMissing ? (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          Choose whose lines to use, or edit the merged text.
        </p>
      ) : null}
    </div>
  );
}
