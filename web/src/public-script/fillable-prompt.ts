import { variableMarks } from '#web/lib/theme/variable-marks.ts';
import {
  fillParts,
  fillVariables,
  findVariables,
  type FilledPart,
  type Variable,
} from '#templating/variables.ts';

/** The most parts of a text that get an element of their own; the rest is one. */
const maxParts = 2_000;
const marks = { text: 'none', filled: 'filled', empty: 'chip' } as const;

/** A prompt on a public page, whose variables can be filled in. */
export interface FillablePrompt {
  readonly content: string;
  /** Shows another content, with fields for its variables. */
  setContent(content: string): void;
}

/** Lets the reader fill in a prompt (features/marketing/fillable-prompt.tsx) and copy it. */
export function makeFillable(root: Element): FillablePrompt | null {
  const text = root.querySelector('[data-prompt-text]');
  const form = root.querySelector<HTMLFormElement>('[data-values]');
  if (!text || !form) return null;
  let content = text.textContent;
  const output = root.querySelector('[data-copied]');

  const show = () => {
    if (output) output.textContent = '';
    text.replaceChildren(...elementsOf(fillParts(content, valuesOf(form))));
  };
  const copyAndTell = async (texts: { done: string; failed: string }) => {
    const isCopied = await copyText(fillVariables(content, valuesOf(form)));
    if (output) output.textContent = isCopied ? texts.done : texts.failed;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { done = '', failed = '' } = event.submitter?.dataset ?? {};
    void copyAndTell({ done, failed });
  });
  root.closest('details')?.addEventListener(
    'toggle',
    () => {
      addFields(form, content);
      show();
    },
    { once: true },
  );
  // The browser may have restored what was typed before a reload.
  if (Object.values(valuesOf(form)).some((value) => value !== '')) show();
  return {
    get content() {
      return content;
    },
    setContent(next) {
      content = next;
      addFields(form, content);
      show();
    },
  };
}

/** Gives a form a field for each variable of a content. Fields that it has keep their values. */
function addFields(form: HTMLFormElement, content: string): void {
  const list = form.querySelector<HTMLElement>('[data-fields]');
  const template = document.querySelector<HTMLTemplateElement>('#value-fields');
  if (!list || !template) return;
  const variables = findVariables(content).slice(0, Number(list.dataset['max']));
  const present = new Map(Array.from(list.children, (field) => [nameIn(field), field]));
  list.replaceChildren(
    ...variables.flatMap((variable) => present.get(variable.name) ?? newField(template, variable)),
  );
}

const nameIn = (field: Element) =>
  field.querySelector<HTMLElement>('[data-variable]')?.dataset['variable'];

let fieldCount = 0;

/** Returns a copy of the template's field of a variable's kind; none if it has no such field. */
function newField(template: HTMLTemplateElement, variable: Variable): Element[] {
  const { name, kind, choices, defaultValue } = variable;
  const shape = kind === 'choice' && choices.length === 0 ? 'text' : kind;
  const original = Array.from(template.content.children).find((each) => nameIn(each) === shape);
  if (!original) return [];
  const field = document.importNode(original, true);
  const label = field.querySelector('label');
  const control = field.querySelector<HTMLInputElement>('[data-variable]');
  if (!label || !control) return [];
  fieldCount += 1;
  control.id = `value-${fieldCount}`;
  control.dataset['variable'] = name;
  control.placeholder = defaultValue;
  control.replaceChildren(
    ...(shape === 'choice' ? choices.map((choice) => new Option(choice)) : []),
  );
  label.htmlFor = control.id;
  label.textContent = name;
  return [field];
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const fields = form.querySelectorAll<HTMLInputElement>('[data-variable]');
  return Object.fromEntries(
    Array.from(fields, ({ dataset, value }) => [dataset['variable'] ?? '', value]),
  );
}

function elementsOf(parts: readonly FilledPart[]): (Element | string)[] {
  const elements = parts.slice(0, maxParts).map(({ text, state }) => {
    const classes = variableMarks[marks[state]];
    if (classes === undefined) return text;
    const element = document.createElement('span');
    element.textContent = text;
    element.className = classes;
    return element;
  });
  const rest = parts.slice(maxParts).map(({ text }) => text);
  return [...elements, rest.join('')];
}

/** Copies a text; returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
