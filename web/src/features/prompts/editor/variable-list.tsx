import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#web/lib/text/format-count.ts';
import { cleanDefault, isVariableName } from '#web/lib/variables/rewrite-variable.ts';
import type { Variable } from '#templating/variables.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

interface VariableListProps {
  readonly variables: readonly Variable[];
  /** Rewrites the text. */
  readonly onChange: (name: string, next: Variable) => void;
}

/** Shown at first: a text may have hundreds of variables. */
const firstShown = 12;

const kindOptions = [
  { value: 'text', label: 'One line' },
  { value: 'long', label: 'Several lines' },
  { value: 'number', label: 'Number' },
  { value: 'choice', label: 'Choice' },
] as const;

const kindLabels = Object.fromEntries(kindOptions.map(({ value, label }) => [value, label]));

/** The variables of the text; each opens to change its name, type and default in the text. */
export function VariableList({ variables, onChange }: VariableListProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const shown = all ? variables : variables.slice(0, firstShown);
  if (variables.length === 0) {
    return (
      <p className="text-sm text-ink-quiet">
        Type <code className="font-mono">{'{{'}</code> in the text where something changes each
        time.
      </p>
    );
  }
  return (
    <>
      <ul className="flex flex-col">
        {shown.map((variable, index) => (
          <li key={index} className="border-b border-hairline last:border-none">
            <VariableRow
              variable={variable}
              isOpen={opened === index}
              onToggle={() => setOpened(opened === index ? null : index)}
              isTaken={(name) => variables.some((each) => each.name === name && each !== variable)}
              onChange={(next) => onChange(variable.name, next)}
            />
          </li>
        ))}
      </ul>
      {shown.length < variables.length ? (
        <Button size="small" variant="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {formatCount(variables.length, 'variable')}
        </Button>
      ) : null}
    </>
  );
}

interface VariableRowProps {
  readonly variable: Variable;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly isTaken: (name: string) => boolean;
  readonly onChange: (next: Variable) => void;
}

function VariableRow({ variable, isOpen, onToggle, isTaken, onChange }: VariableRowProps) {
  const id = useId();
  const { name, kind, defaultValue, choices } = variable;
  const rest = kind === 'choice' ? choices.join(', ') : defaultValue;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-9 w-full items-center gap-2 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        <ChevronRight
          size={14}
          className={isOpen ? 'shrink-0 rotate-90 text-ink-quiet' : 'shrink-0 text-ink-quiet'}
        />
        <span className="max-w-[60%] shrink-0 truncate rounded-sm bg-chip px-1.5 font-mono text-chip-ink">
          {name}
        </span>
        <span className="min-w-0 truncate text-ink-quiet">
          {[kind === 'text' ? '' : kindLabels[kind], rest].filter((part) => part !== '').join(': ')}
        </span>
      </button>
      {isOpen ? (
        <div id={id} className="flex flex-col gap-3 pt-1 pb-4 pl-5.5">
          <NameField
            key={name}
            name={name}
            isTaken={isTaken}
            onRename={(next) => onChange({ ...variable, name: next })}
          />
          <Select
            label="Type"
            value={kind}
            options={kindOptions}
            onChange={(next) => onChange(withKind(variable, next))}
          />
          <CommittedField
            key={`${kind}:${rest}`}
            label={kind === 'choice' ? 'Choices, separated by commas' : 'Default'}
            value={rest}
            onCommit={(typed) => onChange(withDefault(variable, cleanDefault(typed)))}
          />
        </div>
      ) : null}
    </>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly isTaken: (name: string) => boolean;
  readonly onRename: (name: string) => void;
}

function NameField({ name, isTaken, onRename }: NameFieldProps) {
  return (
    <CommittedField
      label="Name"
      value={name}
      problemOf={(typed) => {
        if (!isVariableName(typed)) {
          return 'Start with a letter; then letters, digits, spaces, “_”, “-” or “.”.';
        }
        return isTaken(typed) ? 'Another variable has this name.' : null;
      }}
      onCommit={onRename}
    />
  );
}

interface CommittedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problemOf?: (typed: string) => string | null;
  readonly onCommit: (typed: string) => void;
}

/** A field whose value is taken over with Enter or when it is left: half a name renames nothing. */
function CommittedField({ label, value, problemOf, onCommit }: CommittedFieldProps) {
  const [typed, setTyped] = useState(value);
  const problem = typed.trim() === value ? null : (problemOf?.(typed.trim()) ?? null);

  function commit() {
    if (problem === null && typed.trim() !== value) onCommit(typed.trim());
  }

  return (
    <TextField
      label={label}
      value={typed}
      error={problem}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        if (event.metaKey || event.ctrlKey) {
          // The form submits with this press, and must have the value by then.
          flushSync(commit);
          return;
        }
        event.preventDefault();
        commit();
      }}
    />
  );
}

function withKind(variable: Variable, kind: Variable['kind']): Variable {
  const { defaultValue, choices } = variable;
  if (kind === 'choice') {
    const first = defaultValue === '' ? 'first, second' : defaultValue;
    return withDefault({ ...variable, kind }, choices.length > 0 ? choices.join(', ') : first);
  }
  const isNumber = /\d/.test(defaultValue);
  return { ...variable, kind, defaultValue: kind === 'number' && !isNumber ? '' : defaultValue };
}

function withDefault(variable: Variable, text: string): Variable {
  if (variable.kind !== 'choice') return { ...variable, defaultValue: text };
  const choices = text
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  return { ...variable, choices, defaultValue: choices[0] ?? '' };
}
