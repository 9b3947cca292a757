import { expect, it } from 'vitest';
import { findLabels } from './find-labels.ts';

const find = (labels: readonly string[], search: string) =>
  findLabels(
    labels.map((label) => ({ label })),
    search,
  ).items.map(({ label }) => label);

it('finds every word of a path in any case, best first', () => {
  const paths = ['Email', 'Group 14', 'Home/Mail', 'Mail', 'Work/Élan', 'Work/Group 4'];
  expect(find(paths, 'mail')).toEqual(['Mail', 'Home/Mail', 'Email']);
  expect(find(paths, 'group 4')).toEqual(['Work/Group 4', 'Group 14']);
  expect(find(paths, 'elan work')).toEqual(['Work/Élan']);
  expect(find(paths, '')).toEqual(paths);
  expect(find(paths, 'mial')).toEqual(['Home/Mail', 'Mail']);
});
