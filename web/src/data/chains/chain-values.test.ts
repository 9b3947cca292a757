import { expect, test } from 'vitest';
import { checkChain, emptyChain, sameChain, type StepChoice } from './chain-values.ts';

function buildStep(promptId: string | null, key = 'a'): StepChoice {
  return {
    key,
    promptId,
    title: 'T',
    content: null,
    bindings: {},
    preview: '',
    icon: null,
    groupId: null,
    isPublic: false,
    teamId: null,
    availability: 'available',
  };
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

const own = { ...buildStep(null), title: 'Own', content: 'On {{topic}}' };

test('sameChain compares own texts and bindings, but no ids and no lost bindings', () => {
  const bound = (first: string, second: string) => ({
    ...good,
    steps: [
      buildStep('p', first),
      { ...own, key: second, bindings: { topic: { step: first }, lost: { step: second } } },
    ],
  });
  const chain = bound('a', 'b');
  expect(sameChain(chain, bound('x', 'y'))).toBe(true);
  const [first, second] = chain.steps;
  const changed = (change: object) => ({ ...chain, steps: [first, { ...second, ...change }] });
  for (const change of [
    { title: 'Other' },
    { content: 'Other' },
    { bindings: {} },
    { bindings: { topic: { text: 'rain' } } },
  ]) {
    expect(sameChain(chain, changed(change) as typeof chain)).toBe(false);
  }
});

test('checkChain names the step whose own prompt is incomplete', () => {
  const check = (change: object) =>
    checkChain({ ...good, steps: [buildStep('p'), { ...own, ...change }] }).steps;
  expect(check({})).toBeUndefined();
  expect(check({ title: ' ' })).toBe('Step 2: A prompt needs a title.');
  expect(check({ content: '' })).toBe('Step 2: A prompt needs content.');
  expect(check({ bindings: { a: { text: 'x'.repeat(100_000) } } })).toContain('100,000');
});
