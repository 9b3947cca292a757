import { describe, expect, it } from 'vitest';
import { findVariables } from '#templating/variables.ts';
import { techniques } from './techniques.ts';

describe('techniques', () => {
  it('lists the twenty techniques in the specified order', () => {
    expect(techniques.map(({ id }) => id)).toEqual([
      'zero-shot',
      'few-shot',
      'chain-of-thought',
      'role-playing',
      'constraints',
      'explicit-formatting',
      'open-ended-questions',
      'directives-and-verbs',
      'providing-context',
      'incremental-prompting',
      'tone-and-style',
      'analogies-and-metaphors',
      'reframing-questions',
      'encouraging-creativity',
      'summaries-and-syntheses',
      'pros-and-cons',
      'specifying-audience',
      'combining-techniques',
      'guiding-with-examples',
      'critical-thinking',
    ]);
  });

  it.each(techniques)(
    'gives $title an example with its answer, a reason and a skeleton',
    (each) => {
      expect(each.example.split('\n\n→ ')).toHaveLength(2);
      expect(each.why.split(' ').length).toBeGreaterThan(40);
      expect(findVariables(each.skeleton).length).toBeGreaterThan(1);
      const braces = each.skeleton.match(/\{\{/g) ?? [];
      const text = each.skeleton.replaceAll(/\{\{[^{}]+\}\}/g, '');
      expect(braces.length).toBeGreaterThan(1);
      expect(text).not.toMatch(/\{\{|\}\}/);
    },
  );
});
