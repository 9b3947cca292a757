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
});
