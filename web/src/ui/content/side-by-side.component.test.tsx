import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { compareTexts } from '#web/lib/text/compare-texts.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SideBySide } from './side-by-side.tsx';

function show(before: string, after: string) {
  return renderScreen(
    <SideBySide
      comparison={compareTexts(before, after)}
      beforeLabel="Version 1"
      afterLabel="Version 2"
      mono
    />,
  );
}

it('keeps the indentation of code comparable when both sides are stacked', async () => {
  await page.viewport(360, 740);
  await show('same\nold', 'same\nnew');
  const left = (text: string) =>
    page.getByText(text, { exact: true }).first().element().getBoundingClientRect().left;
  expect(left('same')).toBe(left('old'));
  expect(left('old')).toBe(left('new'));
});

it('shows each line in the direction of its own text', async () => {
  await show('اكتب رسالة.\nWrite a letter.', 'اكتب رسالتين.\nWrite a letter.');
  const directionOf = (text: string) => {
    const line = page.getByText(text).first().element().closest('p');
    return line && getComputedStyle(line).direction;
  };
  expect(directionOf('رسالتين')).toBe('rtl');
  expect(directionOf('Write a letter.')).toBe('ltr');
});
