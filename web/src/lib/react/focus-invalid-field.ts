/** Focuses the first invalid field of a form after the next render, which marks it. */
export function focusInvalidField(form: Element | null | undefined): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
