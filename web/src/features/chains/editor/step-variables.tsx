import { useState } from 'react';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { withOption, type VariableChoice } from './binding-choices.ts';

interface StepVariablesProps {
  readonly number: number;
  readonly choices: readonly VariableChoice[];
  readonly bindings: StepChoice['bindings'];
  readonly error: string | undefined;
  readonly onChange: (bindings: StepChoice['bindings']) => void;
}

/** The fields shown at first, and added at each press: a text may have thousands of variables. */
const firstFields = 12;
const moreFields = 100;

/** The variables of a step: each is asked for in a run, or has a value in the chain. */
export function StepVariables(props: StepVariablesProps) {
  const { number, choices, bindings, error, onChange } = props;
  const [shown, setShown] = useState(firstFields);
  return (
    <fieldset className="w-full min-w-0">
      <legend className="sr-only">Variables of step {number}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {choices.slice(0, shown).map((choice) => (
          <div key={choice.name} className="min-w-0">
            <Select
              label={choice.name}
              hint={choice.note}
              value={choice.selected}
              options={choice.options}
              onChange={(option) => onChange(withOption(bindings, choice.name, option))}
            />
            {choice.text === null ? null : (
              <TextArea
                label={`Text for ${choice.name}`}
                hideLabel
                rows={1}
                placeholder="Write the text here"
                className="mt-2"
                areaClassName="min-h-10 max-h-48"
                value={choice.text}
                onChange={(event) =>
                  onChange({ ...bindings, [choice.name]: { text: event.currentTarget.value } })
                }
              />
            )}
          </div>
        ))}
      </div>
      {choices.length > shown ? (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + moreFields)}>
          Show more of the {formatCount(choices.length, 'variable')}
        </Button>
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
