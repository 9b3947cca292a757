/** Milliseconds that a pointer or a finger rests on a control before its tooltip shows. */
const delay = 500;
/** Milliseconds that a tooltip stays after the finger has left it. */
const touchStay = 1_500;
/** Pixels between the control and its tooltip, and at least to the edge of the window. */
const gap = 6;

/**
 * Shows the text of `data-tooltip` beside its control: under a pointer, with keyboard focus, and
 * while a finger holds the control, which then isn't pressed. The texts repeat accessible names, so
 * they are hidden from screen readers.
 */
export function installTooltips(): void {
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  // In the top layer, above dialogs.
  tooltip.popover = 'manual';
  tooltip.ariaHidden = 'true';
  document.body.append(tooltip);

  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(control: HTMLElement) {
    const text = control.dataset['tooltip'] ?? '';
    // The menu of the control opens where its tooltip would be.
    const isOpen = control.matches('[aria-haspopup][aria-expanded="true"]');
    const label = control.querySelector('span');
    // Only for screen readers, the label is 1 px wide.
    const isInSight = label?.textContent === text && label.offsetWidth > 1;
    if (text === '' || isOpen || isInSight || !control.isConnected) return;
    shown = control;
    tooltip.textContent = text;
    tooltip.showPopover();
    const at = control.getBoundingClientRect();
    const { width, height } = tooltip.getBoundingClientRect();
    const centred = at.left + (at.width - width) / 2;
    const below = at.bottom + gap;
    tooltip.style.left = `${Math.max(gap, Math.min(centred, innerWidth - width - gap))}px`;
    tooltip.style.top = `${below + height > innerHeight ? at.top - height - gap : below}px`;
  }

  function hide() {
    clearTimeout(timer);
    shown = null;
    tooltip.hidePopover();
  }

  function showLater(control: HTMLElement) {
    clearTimeout(timer);
    timer = setTimeout(() => show(control), delay);
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const control = controlOf(target);
    if (control === shown && control !== null) return;
    clearTimeout(timer);
    // A control that appears under a resting pointer doesn't hide the tooltip of the focused control.
    if (shown?.matches(':focus-visible') !== true) hide();
    if (control !== null) showLater(control);
  });
  document.addEventListener('focusin', ({ target }) => {
    const control = controlOf(target);
    if (control?.matches(':focus-visible')) show(control);
  });
  document.addEventListener('focusout', hide);

  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    hide();
    const control = controlOf(target);
    if (pointerType === 'touch' && control !== null) showLater(control);
  });
  document.addEventListener('pointerup', () => {
    clearTimeout(timer);
    if (shown !== null) timer = setTimeout(hide, touchStay);
  });
  document.addEventListener('pointercancel', hide);
  document.addEventListener(
    'click',
    (event) => {
      const wasHeld =
        event instanceof PointerEvent && event.pointerType === 'touch' && shown !== null;
      if (!wasHeld) {
        hide();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

function controlOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}
