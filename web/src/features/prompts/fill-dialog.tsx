import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { promptQuery, type PromptSummary } from '#web/data/prompts.ts';
import { fillVariables, variablesIn } from '#web/lib/variables.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { VariableField } from '#web/ui/variable-field.tsx';
import { VariableText } from '#web/ui/variable-text.tsx';

interface FillDialogProps {
  readonly prompt: PromptSummary;
  readonly content: string;
  readonly onClose: () => void;
  /** Copies; false keeps the dialog open. */
  readonly onCopy: (text: string, values?: Record<string, string>) => Promise<boolean>;
}

/** Asks for a prompt's variables, with what was filled in last, and shows the words as they will be copied. */
export function FillDialog({ prompt, content, onClose, onCopy }: FillDialogProps) {
  const formId = useId();
  const { data } = useQuery(promptQuery(prompt.id));
  const variables = useMemo(() => variablesIn(content), [content]);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const values = useMemo(() => {
    const names = new Set(variables.map((variable) => variable.name));
    const last = Object.entries(data?.lastValues ?? {}).filter(([name]) => names.has(name));
    return { ...Object.fromEntries(last), ...typed };
  }, [data, typed, variables]);

  async function copy(text: string, filled?: Record<string, string>) {
    if (await onCopy(text, filled)) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={prompt.title}
      description="Fill in what changes each time. A field left empty takes its default, or stays as it is."
      width="wide"
      footer={
        <>
          <Button onClick={() => void copy(content)}>Copy without filling</Button>
          <Button type="submit" form={formId} variant="primary">
            Copy prompt
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields */}
        <form
          id={formId}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void copy(fillVariables(content, values), values);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }}
        >
          {variables.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              value={values[variable.name] ?? ''}
              onChange={(value) => setTyped((known) => ({ ...known, [variable.name]: value }))}
            />
          ))}
        </form>
        <section aria-label="Preview" className="min-w-0">
          <p
            className="prompt-text max-h-[50dvh] overflow-y-auto rounded-md bg-sunken p-4"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
            tabIndex={0}
          >
            <VariableText text={content} values={values} />
          </p>
        </section>
      </div>
    </Dialog>
  );
}
