import { expect, test } from 'vitest';
import { checkChain, emptyChain, sameChain, type StepChoice } from './chain-values.ts';

function buildStep(promptId: string | null, key = 'a'): StepChoice {
  return { key, promptId, title: 'T', preview: '', icon: null, availability: 'available' };
}

const good = { title: 'Essay', description: '', steps: [buildStep('p')] };

test('checkChain requires a title and a prompt, and ignores spaces', () => {
  expect(checkChain(emptyChain)).toEqual({
    title: 'Please enter a title for your chain',
    steps: 'Please add at least one prompt to your chain',
  });
  expect(checkChain({ ...good, title: ' \n' }).title).toBe('Please enter a title for your chain');
  expect(checkChain(good)).toEqual({});
});

test('checkChain counts characters as the database does', () => {
  expect(checkChain({ ...good, title: '🙂'.repeat(500) })).toEqual({});
  expect(checkChain({ ...good, title: 'x'.repeat(501) }).title).toContain('500');
  expect(checkChain({ ...good, description: 'x'.repeat(2_001) }).description).toContain('2,000');
});

test('sameChain compares texts and the order of prompts', () => {
  const two = { ...good, steps: [buildStep('p'), buildStep('q')] };
  expect(sameChain(two, { ...two, steps: [buildStep('p', 'x'), buildStep('q', 'y')] })).toBe(true);
  expect(sameChain(two, { ...two, steps: two.steps.toReversed() })).toBe(false);
  expect(sameChain(two, good)).toBe(false);
  expect(sameChain(two, { ...two, description: 'More' })).toBe(false);
});
