import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { VirtualList } from './virtual-list.tsx';

const rows = Array.from({ length: 200 }, (_, index) => `Row ${index}`);

describe('VirtualList', () => {
  it('highlights no rows that a held key moves under a resting pointer', async () => {
    const highlighted = new Set<string>();
    await renderScreen(
      <VirtualList
        items={rows}
        keyOf={(row) => row}
        label="Rows"
        estimateSize={44}
        sameHeight
        renderItem={(row) => (
          <button type="button" className="block h-11" onPointerEnter={() => highlighted.add(row)}>
            {row}
          </button>
        )}
      />,
    );
    await expect
      .element(page.getByRole('listitem').first())
      .toHaveAttribute('aria-setsize', String(rows.length));
    await userEvent.click(page.getByRole('button', { name: 'Row 3', exact: true }));
    expect(highlighted).toContain('Row 3');

    // One repetition per frame, as far as a slow machine needs them.
    while (document.activeElement?.textContent !== 'Row 63') {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', repeat: true, bubbles: true }),
      );
      await new Promise(requestAnimationFrame);
    }

    // The row at which it stops may be highlighted, and one after a pause of a slow machine.
    expect(highlighted.size).toBeLessThan(10);
  });

  it('keeps a pressed row until it is released, when the list grows long meanwhile', async () => {
    let grow = () => {};
    function Growing() {
      const [count, setCount] = useState(40);
      grow = () => setCount(60);
      return (
        <VirtualList
          items={rows.slice(0, count)}
          keyOf={(row) => row}
          label="Rows"
          estimateSize={44}
          renderItem={(row) => <button type="button">{row}</button>}
        />
      );
    }
    await renderScreen(<Growing />);
    const pressed = page.getByRole('button', { name: 'Row 3', exact: true }).element();
    const fire = (type: string) => pressed.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    fire('pointerdown');
    grow();
    await expect.poll(() => page.getByRole('listitem').elements().length).not.toBe(40);
    await import('./virtual-rows.tsx');
    await new Promise(requestAnimationFrame);
    expect(pressed.isConnected).toBe(true);
    fire('pointerup');
    await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '60');
  });
});
