import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ignoreLateCompositionKeys } from './ignore-late-composition-keys.ts';

ignoreLateCompositionKeys();

const enter = { key: 'Enter', bubbles: true };

describe('ignoreLateCompositionKeys', () => {
  it('hides the Enter that accepts characters in Safari, and no other', async () => {
    const onKeyDown = vi.fn<() => void>();
    await renderScreen(<input aria-label="Tag" onKeyDown={onKeyDown} />);
    const field = page.getByLabelText('Tag').element();
    field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
    expect(onKeyDown).not.toHaveBeenCalled();
    field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 13 }));
    expect(onKeyDown).toHaveBeenCalledOnce();
  });
});
