import { describe, expect, it } from 'vitest';
import type { ProposalText } from '#web/data/proposals/proposal.ts';
import { reviewProposal, type ChosenPart, type PartChoice, type Review } from './review-parts.ts';

const base: ProposalText = {
  title: 'Letter',
  description: '',
  content: 'Write a letter.\n\nBe brief.\n\nSign it.\n',
  tags: ['mail', 'draft'],
};
const proposed: ProposalText = {
  title: 'Formal letter',
  description: '',
  content: 'Write a formal letter.\n\nBe brief.\n\nSign it with a full name.\n',
  tags: ['mail', 'formal'],
};

function choose(review: Review, choices: Readonly<Record<number, PartChoice>>): ChosenPart[] {
  return review.parts.flatMap((part, index) => {
    const choice = choices[index];
    return choice === undefined ? [] : [{ part, choice }];
  });
}

describe('reviewProposal', () => {
  it('accepts every change unless one is left out', () => {
    const review = reviewProposal(base, proposed, base);
    expect(review.parts.map(({ field, proposed: text }) => [field, text])).toEqual([
      ['title', 'Formal letter'],
      ['content', 'Write a formal letter.\n'],
      ['content', 'Sign it with a full name.\n'],
      ['tags', 'mail\nformal'],
    ]);
    expect(review.textWith([])).toEqual(proposed);
    expect(review.textWith(choose(review, { 0: 'current', 2: 'current', 3: 'current' }))).toEqual({
      title: 'Letter',
      description: '',
      content: 'Write a formal letter.\n\nBe brief.\n\nSign it.\n',
      tags: ['mail', 'draft'],
    });
  });

  it('shows a change between the lines around it', () => {
    const [, , last] = reviewProposal(base, proposed, base).parts;
    expect(last).toMatchObject({ before: 'Be brief.\n\n', after: '', line: 3 });
  });

  it('keeps what changed in the prompt since, and has a conflict where both changed', () => {
    const current = {
      ...base,
      content: 'Write a letter.\n\nBe very brief.\n\nSign it by hand.\n',
      tags: ['mail', 'draft', 'short'],
    };
    const review = reviewProposal(base, proposed, current);
    const conflict = review.parts.find(({ isConflict }) => isConflict);
    if (!conflict) throw new Error('There is no conflict');
    expect(conflict).toMatchObject({
      base: 'Sign it.\n',
      proposed: 'Sign it with a full name.\n',
      current: 'Sign it by hand.\n',
    });
    expect(review.choiceOf(conflict, [])).toBeNull();
    const first = 'Write a formal letter.\n\nBe very brief.\n\n';
    const texts = (['proposed', 'current', 'both'] as const).map(
      (choice) => review.textWith([{ part: conflict, choice }]).content,
    );
    expect(texts).toEqual([
      `${first}Sign it with a full name.\n`,
      `${first}Sign it by hand.\n`,
      `${first}Sign it with a full name.\nSign it by hand.\n`,
    ]);
    expect(review.textWith([]).tags).toEqual(['mail', 'short', 'formal']);
  });

  it('shows nothing of a change that the prompt has already', () => {
    const current = { ...proposed, tags: ['mail', 'Formal'] };
    const review = reviewProposal(base, proposed, current);
    expect(review.parts).toEqual([]);
    expect(review.textWith([])).toEqual(current);
  });

  it('keeps a change left out when the prompt changes, even in the same line', () => {
    const before = reviewProposal(base, proposed, base);
    const chosen = choose(before, { 1: 'current' });
    const current = { ...base, content: base.content.replace('letter.', 'letter today.') };
    const after = reviewProposal(base, proposed, current);
    expect(after.textWith(chosen).content).toBe(
      'Write a letter today.\n\nBe brief.\n\nSign it with a full name.\n',
    );
  });

  it('asks again about a conflict when the current text of its place changes', () => {
    const signed = (text: string) => ({
      ...base,
      content: base.content.replace('Sign it.', text),
    });
    const before = reviewProposal(base, proposed, signed('Sign it by hand.'));
    const conflict = before.parts.findIndex(({ isConflict }) => isConflict);
    const chosen = choose(before, { [conflict]: 'proposed' });
    const undecided = (review: Review) =>
      review.parts.filter((part) => review.choiceOf(part, chosen) === null).length;
    expect(undecided(before)).toBe(0);
    expect(undecided(reviewProposal(base, proposed, signed('Sign it by hand, twice.')))).toBe(1);
  });
});
