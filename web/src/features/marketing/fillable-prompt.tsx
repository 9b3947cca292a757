import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { findVariables, type Variable } from '#templating/variables.ts';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { controlClass, Field, lineControlClass } from '#web/ui/form/field.tsx';
import { NativeSelect } from '#web/ui/form/native-select.tsx';

interface FillablePromptProps {
  readonly content: string;
  /** Examples by variable name, for variables without a default. */
  readonly examples?: Readonly<Record<string, string>>;
  /** Whether the script adds the fields when the prompt is unfolded, which keeps lists small. */
  readonly isFolded?: boolean;
  /** Whether it stands in a frame of its own already. */
  readonly isPlain?: boolean;
  /** Shown below the fields. */
  readonly aside?: ReactNode;
}

/** The most variables that get a field on a public page. */
const maxFields = 50;

/**
 * A prompt on a public page: its text, a field for each variable and a button that copies it filled
 * in (public-script/fillable-prompt.ts). Without a script, only the text is shown.
 */
export function FillablePrompt(props: FillablePromptProps) {
  const { content, examples, isFolded = false, isPlain = false, aside } = props;
  const variables = findVariables(content);
  return (
    <div
      data-fillable
      className={cx(
        'grid grid-cols-1 items-start gap-x-8 gap-y-6',
        aside !== undefined
          ? 'lg:grid-cols-[minmax(0,1fr)_300px]'
          : variables.length > 0 && 'in-script:lg:grid-cols-[minmax(0,1fr)_300px]',
      )}
    >
      <div
        className={cx(
          'min-w-0',
          !isPlain && 'rounded-lg border border-hairline bg-surface p-5 sm:p-6',
        )}
      >
        <p dir="auto" data-prompt-text className="prompt-text text-ink">
          <VariableText text={content} inBlocks={false} />
        </p>
      </div>
      <div className={cx('min-w-0', aside !== undefined && 'lg:sticky lg:top-6')}>
        <FillForm variables={isFolded ? [] : variables} examples={examples} />
        {aside}
      </div>
    </div>
  );
}

interface FillFormProps {
  readonly variables: readonly Variable[];
  readonly examples?: Readonly<Record<string, string>> | undefined;
}

/** The fields of a prompt's variables, and the copy button. */
function FillForm({ variables, examples = {} }: FillFormProps) {
  return (
    <form
      data-values
      autoComplete="off"
      className="flex min-w-0 flex-col gap-4 not-in-script:hidden"
    >
      <div data-fields data-max={maxFields} className="flex flex-col gap-4 empty:hidden">
        {variables.slice(0, maxFields).map((variable) => (
          <ValueField
            key={variable.name}
            variable={variable}
            example={variable.defaultValue || getOwn(examples, variable.name)}
          />
        ))}
      </div>
      {variables.length > maxFields ? (
        <p className="text-sm text-ink-quiet">
          Only the first {maxFields} variables can be filled in here.
        </p>
      ) : null}
      <div>
        <Button
          type="submit"
          variant="primary"
          icon={<Copy size={16} />}
          data-done={messages.prompts.copied}
          data-failed={messages.prompts.copyFailed}
        >
          Copy prompt
        </Button>
        <output data-copied className="mt-2 block min-h-5 text-sm text-ink-soft" />
      </div>
    </form>
  );
}

/** A field of each kind, from which the script makes those of a prompt that it unfolds or edits. */
export function FieldTemplates() {
  const kinds = ['text', 'long', 'number', 'choice'] as const;
  return (
    <template id="value-fields">
      {kinds.map((kind) => (
        <ValueField
          key={kind}
          variable={{ name: kind, kind, defaultValue: '', choices: ['choice'] }}
          example=""
        />
      ))}
    </template>
  );
}

interface ValueFieldProps {
  readonly variable: Variable;
  readonly example: string;
}

function ValueField({ variable: { name, kind, choices }, example }: ValueFieldProps) {
  const common = { 'data-variable': name, dir: 'auto' } as const;
  return (
    <Field label={name}>
      {(control) =>
        kind === 'choice' && choices.length > 0 ? (
          <NativeSelect {...control} {...common}>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </NativeSelect>
        ) : kind === 'long' ? (
          <textarea
            {...control}
            {...common}
            placeholder={example}
            className={cx(controlClass, 'field-sizing-content min-h-20 py-2.5')}
          />
        ) : (
          <input
            {...control}
            {...common}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            placeholder={example}
            className={lineControlClass}
          />
        )
      }
    </Field>
  );
}
