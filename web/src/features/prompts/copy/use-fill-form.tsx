import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { fillVariables } from '#templating/variables.ts';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { VariableFields } from '#web/ui/form/variable-fields.tsx';
import { useVariableValues } from './use-variable-values.ts';

export interface FillFormProps {
  readonly prompt: Pick<PromptSummary, 'id' | 'title'>;
  readonly content: string;
  readonly onClose: () => void;
  /** Resolves to false when the copy failed; the form then stays open. */
  readonly onCopy: (text: string, values?: Record<string, string>) => Promise<boolean>;
}

const noValues = {};

/**
 * Returns the form that asks for a prompt's variables, starting with the values last used, beside a
 * preview of the text to copy. Its buttons are separate, since a window keeps them in view.
 */
export function useFillForm({ prompt, content, onClose, onCopy }: FillFormProps): {
  readonly form: ReactNode;
  readonly buttons: ReactNode;
} {
  const formId = useId();
  const { data } = useQuery(promptQuery(prompt.id));
  const { variables, values, isValid, setValue } = useVariableValues(
    prompt.id,
    content,
    data?.lastValues ?? noValues,
  );

  async function copy(text: string, filled?: Record<string, string>) {
    if (await onCopy(text, filled)) onClose();
  }

  const form = (
    <div className="@container">
      <div className="grid gap-6 @2xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <EditorForm
          id={formId}
          className="flex flex-col gap-4"
          onSubmit={() => {
            if (isValid) void copy(fillVariables(content, values), values);
          }}
        >
          <FocusOnFirst formId={formId} />
          <VariableFields variables={variables} values={values} onChange={setValue} />
        </EditorForm>
        <section aria-label="Preview" className="min-w-0 rounded-md bg-sunken">
          <p
            className="prompt-text max-h-[50dvh] overflow-y-auto p-4"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
            tabIndex={0}
          >
            <VariableText text={content} values={values} />
          </p>
        </section>
      </div>
    </div>
  );
  const buttons = (
    <>
      <Button onClick={() => void copy(content)}>Copy without filling in</Button>
      <Button type="submit" form={formId} variant="primary">
        Copy prompt
      </Button>
    </>
  );
  return { form, buttons };
}

/** Focuses the first field. Inside the window, so that its effect runs after the fields mount. */
function FocusOnFirst({ formId }: { readonly formId: string }) {
  useFocusWhenOpened(() =>
    document.querySelector<HTMLElement>(`#${CSS.escape(formId)} :is(input, select, textarea)`),
  );
  return null;
}
