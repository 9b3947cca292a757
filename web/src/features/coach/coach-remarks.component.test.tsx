import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CoachRemarks } from './coach-remarks.tsx';
import { setCoach, showRemarks } from './coach-settings.ts';
import { CoachSwitch } from './coach-switch.tsx';

const techniques = [
  { id: 'zero-shot', title: 'Zero-shot', why: 'Why', example: 'Ask\n\n→ Answer' },
  { id: 'constraints', title: 'Constraints', why: 'Limits', example: 'Ninety\n\n→ Words' },
  { id: 'tone-and-style', title: 'Tone', why: 'Voice', example: 'Sample\n\n→ Text' },
  { id: 'role-playing', title: 'Role-playing', why: 'Duty', example: 'Surveyor\n\n→ Roof' },
];

const prompt = 'You are an expert. Answer our customer in a friendly tone. Keep it short.';

const remarks = page.getByRole('region', { name: 'Remarks on the text' });
const constraints = remarks.getByRole('button', { name: '2 Constraints' });

async function openRemarks(content = prompt) {
  await renderScreen(
    <>
      <CoachSwitch />
      <CoachRemarks content={content} techniques={techniques} />
    </>,
  );
}

describe('CoachRemarks', () => {
  beforeEach(() => {
    setCoach(true);
    showRemarks();
  });

  it('shows at most two remarks and announces them', async () => {
    await openRemarks();
    await expect.element(remarks.getByRole('listitem').nth(1)).toBeVisible();
    expect(remarks.getByRole('listitem').elements()).toHaveLength(2);
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(
        'Remarks: ‘short’ can mean any length. ‘friendly tone’ means something different to every writer.',
      );
  });

  it('unfolds the technique with its reason and example by keyboard', async () => {
    await openRemarks();
    await expect.element(constraints).toHaveAttribute('aria-expanded', 'false');
    constraints.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(constraints).toHaveAttribute('aria-expanded', 'true');
    await expect.element(remarks.getByText('Limits')).toBeVisible();
    await expect.element(remarks.getByText('Ninety')).toBeVisible();
    await expect.element(remarks.getByText('Words', { exact: true })).toBeVisible();
  });

  it('hides a kind for good, keeps the focus, and undoes it', async () => {
    await openRemarks();
    await remarks.getByRole('button', { name: 'Don’t show this again' }).first().click();
    await expect.element(constraints).not.toBeInTheDocument();
    await expect.element(remarks).toHaveFocus();
    expect(localStorage.getItem('cuebook.coach.hidden')).toBe('length');
    await remarks.getByRole('button', { name: 'Undo' }).click();
    await expect.element(constraints).toBeVisible();
    expect(localStorage.getItem('cuebook.coach.hidden')).toBeNull();
  });

  it('turns off with the switch, and brings hidden kinds back', async () => {
    await openRemarks();
    await remarks.getByRole('button', { name: 'Don’t show this again' }).first().click();
    await page.getByRole('button', { name: 'Show hidden remarks again' }).click();
    await expect.element(constraints).toBeVisible();
    await page.getByRole('switch', { name: 'Writing remarks' }).click();
    await expect.element(remarks).not.toBeInTheDocument();
    expect(localStorage.getItem('cuebook.coach')).toBe('off');
  });

  it('shows nothing on a text that says what it needs', async () => {
    await openRemarks('Answer our customer in at most 90 words, and name the date of delivery.');
    await expect.element(page.getByRole('switch', { name: 'Writing remarks' })).toBeVisible();
    await expect.element(remarks).not.toBeInTheDocument();
  });
});
