import { X } from 'lucide-react';
import { useState } from 'react';
import { addTags } from '#web/data/prompts/add-tags.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field, lineControlClass } from '#web/ui/form/field.tsx';

interface TagsInputProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
  /** A tag that is typed and not yet added; held by the form, so that saving adds it. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly error?: string | null | undefined;
}

/** Tags as chips with a field for the next. Backspace in the empty field removes the last tag. */
export function TagsInput({ tags, onChange, text, onTextChange, error }: TagsInputProps) {
  const [problem, setProblem] = useState<string | null>(null);

  function add(next: string) {
    const added = addTags(tags, next);
    setProblem(added.problem);
    onTextChange(added.rest);
    if (added.tags.length > tags.length) onChange(added.tags);
  }

  function handleInput(next: string) {
    setProblem(null);
    if (next.includes(',')) add(next);
    else onTextChange(next);
  }

  const typed = addTags(tags, text);
  const tooMuch = typed.rest === '' ? null : typed.problem;
  return (
    <Field
      label="Tags"
      error={error ?? tooMuch ?? problem}
      hint="Press Enter or type a comma to add a tag."
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          {tags.length === 0 ? null : (
            <ul aria-label="Added tags" className="flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="flex max-w-full items-center rounded-sm bg-sunken pl-2 text-sm text-ink-soft"
                >
                  <span className="truncate">{tag}</span>
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    onClick={() => onChange(tags.filter((each) => each !== tag))}
                    className="grid size-7 shrink-0 pointer-coarse:size-11 place-items-center rounded-sm hover:bg-hover hover:text-ink"
                  >
                    <X size={14} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <input
              {...control}
              value={text}
              autoComplete="off"
              enterKeyHint="enter"
              onChange={(event) => handleInput(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
                if (event.key === 'Enter') {
                  event.preventDefault();
                  add(text);
                } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
                  onChange(tags.slice(0, -1));
                }
              }}
              className={lineControlClass}
            />
            <Button onClick={() => add(text)} disabled={text.trim() === ''}>
              Add
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
