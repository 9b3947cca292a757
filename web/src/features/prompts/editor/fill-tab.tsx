import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { resolveContent } from '#web/data/prompts/included/included-texts.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import { useUser } from '#web/data/session/session.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { writeClipboard } from '#web/lib/react/write-clipboard.ts';
import { resolveIncludes, type IncludedTexts } from '#templating/expand-includes.ts';
import { fillVariables, findVariables } from '#templating/variables.ts';
import { IncludedContent } from '#web/ui/content/included-content.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { VariableFields } from '#web/ui/form/variable-fields.tsx';

interface FillTabProps {
  readonly request: PanelRequest;
  readonly content: string;
  /** The texts that the content includes; null while they are loading. */
  readonly texts: IncludedTexts | null;
}

/**
 * Fills in the variables of the text as it is written now, and of the texts that it includes, and
 * copies the result.
 */
export function FillTab({ request, content, texts }: FillTabProps) {
  const user = useUser();
  const client = useQueryClient();
  const { mutate: record } = useMutation(recordUse(user.id));
  const prompt = request.mode === 'edit' ? request.prompt : null;
  const [values, setValues] = useState<Record<string, string>>(prompt?.lastValues ?? {});
  const resolved = useMemo(
    () => (texts ? resolveIncludes(content, texts) : content),
    [content, texts],
  );
  const variables = useMemo(() => findVariables(resolved), [resolved]);

  async function copy() {
    try {
      const fill = (text: string) => fillVariables(text, values);
      await writeClipboard(texts ? fill(resolved) : resolveContent(client, content).then(fill));
    } catch {
      toast.error(messages.prompts.copyFailed);
      return;
    }
    toast.success(messages.prompts.copied);
    if (prompt) record({ promptId: prompt.id, values });
  }

  return (
    <div className="flex flex-col gap-4 py-4">
      {variables.length === 0 ? (
        <p className="text-sm text-ink-quiet">
          This text has no variables. Write {'{{name}}'} where something changes.
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <VariableFields
            variables={variables}
            values={values}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        </div>
      )}
      <section aria-label="Filled in" className="rounded-md bg-sunken">
        <p className="prompt-text p-4">
          <IncludedContent
            content={content}
            texts={texts}
            toPrompt={routes.prompt}
            values={values}
          />
        </p>
      </section>
      <Button className="self-start" onClick={() => void copy()}>
        Copy prompt
      </Button>
    </div>
  );
}
