import { useMemo } from 'react';
import { useTypedValues } from '#web/data/prompts/typed-values.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { findVariables, isValidValue, type Variable } from '#templating/variables.ts';

interface VariableValues {
  readonly variables: readonly Variable[];
  /** The values typed, or else used last. */
  readonly values: Readonly<Record<string, string>>;
  readonly isValid: boolean;
  /** Whether something was typed since the page was opened. */
  readonly isTyped: boolean;
  readonly setValue: (name: string, value: string) => void;
  /** Empties all fields. */
  readonly clear: () => void;
}

/** The variables of a prompt and their values, which its dialog and its page share. */
export function useVariableValues(
  promptId: string,
  content: string,
  lastValues: Readonly<Record<string, string>>,
): VariableValues {
  const variables = useMemo(() => findVariables(content), [content]);
  const [typed, setTyped] = useTypedValues(promptId);
  const values = useMemo(() => {
    const last = variables.flatMap((variable) => {
      const value = getOwn(lastValues, variable.name);
      // The variable's kind or choices may have changed since.
      return value !== '' && isValidValue(variable, value) ? [[variable.name, value] as const] : [];
    });
    return { ...Object.fromEntries(last), ...typed };
  }, [lastValues, typed, variables]);
  return {
    variables,
    values,
    isValid: variables.every((each) => isValidValue(each, getOwn(values, each.name))),
    isTyped: Object.keys(typed).length > 0,
    setValue: (name, value) => setTyped({ ...typed, [name]: value }),
    clear: () => setTyped(Object.fromEntries(variables.map(({ name }) => [name, '']))),
  };
}
