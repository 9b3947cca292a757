import { TagsInput } from '#web/features/prompts/panel/tags-input.tsx';
import { TextFields } from '#web/features/prompts/panel/text-fields.tsx';
import type { ProposalForm } from './use-proposal-form.ts';

/** The fields of a prompt that a proposal can change. */
export function ProposalFields({ form }: { readonly form: ProposalForm }) {
  return (
    <>
      <TextFields form={form} />
      <TagsInput
        tags={form.values.tags}
        onChange={(tags) => form.change({ tags })}
        text={form.tagText}
        onTextChange={form.setTagText}
        error={form.errors.tags}
      />
    </>
  );
}
