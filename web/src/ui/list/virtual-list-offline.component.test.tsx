import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { VirtualList } from './virtual-list.tsx';

vi.mock('./virtual-rows.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('shows every row of a long list if its script can’t be loaded', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `Row ${index}`);
  await renderScreen(
    <VirtualList
      items={rows}
      keyOf={(row) => row}
      label="Rows"
      estimateSize={44}
      renderItem={(row) => <button type="button">{row}</button>}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Row 59' })).toBeInTheDocument();
});
