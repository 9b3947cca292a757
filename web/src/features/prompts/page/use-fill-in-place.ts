import { useMemo, useRef } from 'react';
import { useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import { resolveIncludes } from '#templating/expand-includes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { useVariableValues } from '#web/features/prompts/copy/use-variable-values.ts';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

/**
 * Returns the values for a prompt's page, and what its copy button does. Beside the text, the first
 * press goes to an empty field and the next one copies. Below the text, the dialog asks instead.
 */
export function useFillInPlace(prompt: PromptDetail, actions: PromptActions) {
  const texts = useIncludedTexts(prompt.content);
  const content = useMemo(
    () => (texts ? resolveIncludes(prompt.content, texts) : prompt.content),
    [prompt.content, texts],
  );
  const filling = useVariableValues(prompt.id, content, prompt.lastValues);
  const text = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isAsked = useRef(false);
  const { variables, values, isTyped } = filling;

  function copy() {
    const left = text.current?.getBoundingClientRect().left ?? 0;
    const isBeside = (form.current?.getBoundingClientRect().left ?? 0) > left;
    if (!form.current || !isBeside) {
      actions.copy(prompt);
      return;
    }
    const empty = variables.findIndex(({ name }) => getOwn(values, name) === '');
    const fields = form.current.querySelectorAll<HTMLElement>('input, select, textarea');
    const field = isTyped || isAsked.current ? undefined : fields[empty];
    isAsked.current = true;
    if (field) field.focus();
    else form.current.requestSubmit();
  }

  return { filling, content, texts, text, form, copy };
}

/** The values of a prompt's variables on its page, and the elements of its text and its form. */
export type FillInPlace = ReturnType<typeof useFillInPlace>;
