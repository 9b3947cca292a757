import { useMemo } from 'react';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { rewriteVariable } from '#web/lib/variables/rewrite-variable.ts';
import { findVariables } from '#templating/variables.ts';
import { ContentRemarks } from '#web/features/prompts/panel/content-remarks.tsx';
import {
  OrganisingFields,
  type PromptFieldsProps,
} from '#web/features/prompts/panel/prompt-fields.tsx';
import { DescriptionField } from '#web/features/prompts/panel/text-fields.tsx';
import { VariableList } from './variable-list.tsx';

/** Everything beside the text: remarks, variables, description, tags, category, group, visibility. */
export function WriterRail(props: PromptFieldsProps) {
  const { form } = props;
  const { content } = form.values;
  // Reading a million characters at each key would delay the next one.
  const debounced = useDebouncedValue(content, content.length > 20_000 ? 400 : 0);
  const variables = useMemo(() => findVariables(debounced), [debounced]);
  return (
    <div className="flex flex-col gap-6">
      <ContentRemarks content={content} />
      <section aria-labelledby="rail-variables">
        <h2 id="rail-variables" className="mb-2 text-sm font-medium text-ink">
          Variables
        </h2>
        <VariableList
          variables={variables}
          onChange={(name, next) => form.change({ content: rewriteVariable(content, name, next) })}
        />
      </section>
      <DescriptionField form={form} />
      <OrganisingFields {...props} />
    </div>
  );
}
