/**
 * Hides the key that ends a composition in Safari, such as the Enter that accepts Japanese
 * characters. It comes after `compositionend` there, so only its code tells it from a press that
 * means the page. The prompt's editor sees it, and does the same.
 */
export function ignoreLateCompositionKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, isComposing } = event;
      if (isComposing || !(target instanceof HTMLElement) || target.isContentEditable) return;
      if (event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );
}
