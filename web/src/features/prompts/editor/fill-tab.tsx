import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import { useUser } from '#web/data/session/session.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { writeClipboard } from '#web/lib/react/write-clipboard.ts';
import { fillVariables, findVariables } from '#web/lib/variables/variables.ts';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { VariableFields } from '#web/ui/form/variable-fields.tsx';

interface FillTabProps {
  readonly request: PanelRequest;
  readonly content: string;
}

/** Fills in the variables of the text as it is written now, and copies the result. */
export function FillTab({ request, content }: FillTabProps) {
  const user = useUser();
  const { mutate: record } = useMutation(recordUse(user.id));
  const prompt = request.mode === 'edit' ? request.prompt : null;
  const [values, setValues] = useState<Record<string, string>>(prompt?.lastValues ?? {});
  const variables = useMemo(() => findVariables(content), [content]);

  async function copy() {
    try {
      await writeClipboard(fillVariables(content, values));
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
        <div className="grid gap-4 sm:grid-cols-2">
          <VariableFields
            variables={variables}
            values={values}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        </div>
      )}
      <section aria-label="Filled in" className="rounded-md bg-sunken">
        <p className="prompt-text p-4">
          <VariableText text={content} values={values} />
        </p>
      </section>
      <Button className="self-start" onClick={() => void copy()}>
        Copy prompt
      </Button>
    </div>
  );
}
