import { useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import type { Variable } from '#templating/variables.ts';
import { Button } from './button.tsx';
import { VariableField } from './variable-field.tsx';

interface VariableFieldsProps {
  readonly variables: readonly Variable[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
  /** Says where the value of a variable comes from. */
  readonly hintOf?: (name: string) => string | null;
  readonly readOnly?: boolean;
}

/** The fields shown at first, and added at each press: a text may have thousands of variables. */
const firstFields = 50;
const moreFields = 200;

/** A field for each variable, in order. */
export function VariableFields({
  variables,
  values,
  onChange,
  hintOf,
  readOnly = false,
}: VariableFieldsProps) {
  const [shown, setShown] = useState(firstFields);
  return (
    <>
      {variables.slice(0, shown).map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={getOwn(values, variable.name)}
          hint={hintOf?.(variable.name) ?? null}
          onChange={(value) => onChange(variable.name, value)}
          readOnly={readOnly}
        />
      ))}
      {variables.length > shown ? (
        <Button onClick={() => setShown(shown + moreFields)}>
          Show more of the {formatCount(variables.length, 'variable')}
        </Button>
      ) : null}
    </>
  );
}
