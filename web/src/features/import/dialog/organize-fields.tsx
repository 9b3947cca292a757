import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { addTags } from '#web/data/prompts/add-tags.ts';
import { tagsQuery } from '#web/data/prompts/tags.ts';
import { useUser } from '#web/data/session/session.ts';
import type { ImportChoices } from '#web/features/import/prepare/import-preview.ts';
import { SuggestedField } from '#web/ui/search/suggested-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface OrganizeFieldsProps {
  /** The team whose groups it offers; null for the user's own. */
  readonly teamId: string | null;
  readonly choices: ImportChoices;
  readonly onChange: (choices: ImportChoices) => void;
}

/** The group and the tags for what an import brings; an export keeps its own. */
export function OrganizeFields({ teamId, choices, onChange }: OrganizeFieldsProps) {
  const user = useUser();
  const groups = useQuery(groupsQuery(user.id, teamId));
  const tags = useQuery(tagsQuery(user.id));
  const [typed, setTyped] = useState(() => choices.tags.join(', '));
  const tagList = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SuggestedField
        label="Put them into a group"
        hint="For prompts without a group. A new name creates a group; Work/Mail is Mail in Work."
        maxLength={limits.groupNameLength}
        values={groupOptions(groups.data ?? []).map(({ label }) => label)}
        value={choices.group}
        onChange={(group) => onChange({ ...choices, group: group.trimStart() })}
      />
      <TextField
        label="Add tags"
        hint="Separate tags with commas."
        error={addTags([], typed).problem}
        list={tagList}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange({ ...choices, tags: addTags([], event.currentTarget.value).tags });
        }}
      />
      <datalist id={tagList}>
        {tags.data?.map(({ tag }) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </div>
  );
}
