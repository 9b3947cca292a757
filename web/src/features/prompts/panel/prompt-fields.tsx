import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { CategorySelect } from './category-select.tsx';
import { ContentRemarks } from './content-remarks.tsx';
import { IconPicker } from './icon/icon-picker.tsx';
import { PlaceholderOffer } from './placeholder-offer.tsx';
import { TagsInput } from './tags-input.tsx';
import { TextFields } from './text-fields.tsx';
import type { PromptFormState } from './use-prompt-form.ts';

const AttachmentsSection = lazy(
  () => import('#web/features/prompts/attachments/attachments-section.tsx'),
);

export interface PromptFieldsProps {
  readonly form: PromptFormState;
  /** The prompt that is being changed; null for a new one. */
  readonly storedPrompt: Pick<PromptDetail, 'id' | 'isPublic'> | null;
  /** The team that the prompt belongs to; null for the library of its owner. */
  readonly teamId: string | null;
  /** Shows the field for the change description. */
  readonly withChangeDescription: boolean;
  /** Only the owner of a prompt sets its visibility, and, outside of teams, its group. */
  readonly isOwner: boolean;
  /** Called when the switch is pressed; publishing may need a confirmation first. */
  readonly onPublicChange: (isPublic: boolean) => void;
}

/** The fields of the prompt panel. */
export function PromptFields(props: PromptFieldsProps) {
  const { form } = props;
  const { values, change } = form;
  return (
    <div className="flex flex-col gap-5">
      <TextFields
        form={form}
        icon={
          <IconPicker
            value={values.icon}
            title={values.title}
            groupId={values.groupId}
            onChange={(icon) => change({ icon })}
          />
        }
      />
      <ContentRemarks content={values.content} />
      <PlaceholderOffer content={values.content} onChange={(content) => change({ content })} />
      <OrganisingFields {...props} />
    </div>
  );
}

/** Tags, category, group, visibility, what was changed, and files. */
export function OrganisingFields(props: PromptFieldsProps) {
  const { form, storedPrompt, teamId, withChangeDescription, isOwner, onPublicChange } = props;
  const { values, change, errors } = form;
  return (
    <>
      <TagsInput
        tags={values.tags}
        onChange={(tags) => change({ tags })}
        text={form.tagText}
        onTextChange={form.setTagText}
        error={errors.tags}
      />
      <CategorySelect value={values.category} onChange={(category) => change({ category })} />
      <GroupSelect
        value={values.groupId}
        onChange={(groupId) => change({ groupId })}
        isNew={storedPrompt === null}
        teamId={teamId}
        isOwner={isOwner}
      />
      {isOwner ? (
        <Switch
          label="Make Public"
          hint="Anyone can find and read it, with its files. Anyone signed in can fork it."
          checked={values.isPublic}
          onCheckedChange={onPublicChange}
        />
      ) : null}
      {withChangeDescription ? (
        <TextField
          label="Change description"
          hint="What you changed, for the history. ‘Updated prompt’ if you leave it empty."
          maxLength={500}
          value={form.changeDescription}
          onChange={(event) => form.setChangeDescription(event.currentTarget.value)}
          autoComplete="off"
        />
      ) : null}
      <Suspense fallback={null}>
        <AttachmentsSection
          promptId={storedPrompt?.id ?? form.newPromptId}
          isPublic={storedPrompt?.isPublic ?? false}
          isNew={storedPrompt === null}
          mayEdit
        />
      </Suspense>
    </>
  );
}

const noGroup = 'none';

interface GroupSelectProps extends Pick<PromptFieldsProps, 'teamId' | 'isOwner'> {
  readonly isNew: boolean;
  readonly value: string | null;
  readonly onChange: (groupId: string | null) => void;
}

/** Offers the groups of the prompt's library. */
function GroupSelect(props: GroupSelectProps) {
  const { isNew, teamId, isOwner } = props;
  const user = useUser();
  const editsLibrary = useEditsLibrary(teamId);
  const groups = useQuery(groupsQuery(user.id, teamId));
  if (teamId === null ? !isOwner : editsLibrary !== true) return null;
  const options = groupOptions(groups.data ?? []);
  const missing =
    props.value !== null && !options.some((group) => group.value === props.value)
      ? [
          {
            value: props.value,
            label: groups.isPending ? 'Loading groups...' : 'Current group',
          },
        ]
      : [];
  return (
    <Select
      label="Group"
      value={props.value ?? noGroup}
      onChange={(value) => props.onChange(value === noGroup ? null : value)}
      options={[{ value: noGroup, label: 'None' }, ...missing, ...options]}
      hint={
        isNew && teamId !== null
          ? 'Members of its team see the prompt. Owners and editors can change it.'
          : undefined
      }
      error={groups.isError ? 'The groups could not be loaded.' : null}
    />
  );
}
