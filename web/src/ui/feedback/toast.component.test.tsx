import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { stopToastClock } from '#web/testing/stop-toast-clock.ts';
import { enterPage, toast, trackInteractions } from './toast.ts';

/** A page as the app has it, whose link leaves it. */
function Screen({ onLeave }: { readonly onLeave?: () => void }) {
  const { pathname } = useLocation();
  useEffect(trackInteractions, []);
  useEffect(() => enterPage(pathname), [pathname]);
  return (
    <>
      <h1>{pathname}</h1>
      <Link to="/next" onClick={onLeave}>
        Leave
      </Link>
    </>
  );
}

const leave = page.getByRole('link', { name: 'Leave' });
const next = page.getByRole('heading', { name: '/next' });

describe('toast', () => {
  it('goes when its page is left', async () => {
    await renderScreen(<Screen />);
    toast.undoable('Moved away', () => Promise.resolve(null));
    await expect.element(page.getByText('Moved away')).toBeVisible();
    await leave.click();
    await expect.element(next).toBeVisible();
    await expect.element(page.getByText('Moved away')).not.toBeInTheDocument();
  });

  it('stays on the next page when the same click brought both', async () => {
    await renderScreen(
      <Screen onLeave={() => toast.undoable('Deleted and left', () => Promise.resolve(null))} />,
    );
    await leave.click();
    await expect.element(next).toBeVisible();
    await expect.element(page.getByText('Deleted and left')).toBeVisible();
  });

  it('stays for four seconds, three at a time, and for as long as the pointer rests on it', async () => {
    await renderScreen(<Screen />);
    stopToastClock();
    const shown = () => document.querySelectorAll('[data-visible="true"][data-removed="false"]');
    for (const name of ['First', 'Second', 'Third', 'Fourth']) toast.success(name);
    await expect.element(page.getByText('Fourth')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-sonner-toast]').length).toBe(4);
    await expect.poll(() => shown().length).toBe(3);
    // The browser's own pointer would wait for timers of the page.
    const point = (type: string) =>
      page
        .getByText('Fourth')
        .element()
        .dispatchEvent(new MouseEvent(type, { bubbles: true }));
    const areExpanded = () => document.querySelector('[data-expanded="true"]') !== null;
    point('mouseover');
    await expect.poll(areExpanded).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown()).toHaveLength(3);
    point('mouseout');
    await expect.poll(areExpanded).toBe(false);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(shown()).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => shown().length).toBe(0);
  });

  it('shows no text of a toast that is cut by the one before it', async () => {
    await renderScreen(<Screen />);
    toast.error(`A ${'very '.repeat(40)}long reason`);
    await expect.element(page.getByText(/long reason$/)).toBeVisible();
    const textOpacity = () => {
      const text = page.getByText(/long reason$/).element();
      return getComputedStyle(text.closest('[data-content]') ?? text).opacity;
    };
    expect(textOpacity()).toBe('1');
    toast.error('Short');
    await expect.poll(textOpacity).toBe('0');
  });

  it('is reached by Alt T, and gives the focus back after Undo', async () => {
    await renderScreen(<Screen />);
    (leave.element() as HTMLElement).focus();
    toast.undoable('Moved there', () => Promise.resolve('Moved back'));
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.element(undo).toBeVisible();
    await userEvent.keyboard('{Alt>}t{/Alt}{Tab}{Tab}');
    await expect.element(undo).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Moved back')).toBeVisible();
    // The second toast would give it back when it goes, whatever is focused by then.
    expect(document.activeElement).toBe(leave.element());
  });

  it('is announced, and has at most two lines at the foot of the window', async () => {
    await renderScreen(<Screen />);
    toast.undoable(`Moved ${'very '.repeat(60)}far`, () => Promise.resolve(null));
    const message = page.getByText(/^Moved very/);
    await expect.element(message).toBeVisible();
    const element = message.element();
    expect(element.closest('[aria-live="polite"]')).not.toBeNull();
    const { height } = element.getBoundingClientRect();
    expect(height).toBeLessThan(45);
    await expect.poll(() => innerHeight - element.getBoundingClientRect().bottom).toBeLessThan(60);
  });
});
