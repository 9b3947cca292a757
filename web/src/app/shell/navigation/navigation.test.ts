import { Star } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import {
  bottomItems,
  isCurrent,
  mainItems,
  navigation,
  sectionOf,
  type NavigationItem,
} from './navigation.ts';

const nothing = { tutorial: null, feedback: null, contact: null, contactSync: null };
const links = {
  tutorial: 'https://video.example/watch',
  feedback: 'https://forms.example/ours',
  contact: null,
  contactSync: null,
};

function titles(items: readonly NavigationItem[]): string[] {
  return items.map((item) => item.title);
}

describe('mainItems', () => {
  test('returns only pages of the app', () => {
    expect(titles(mainItems(navigation(links)))).toEqual(titles(mainItems(navigation(nothing))));
    expect(titles(mainItems(navigation(links)))).toContain('Library');
  });

  test.each([
    { title: 'Watch', to: 'https://video.example', icon: Star },
    { title: 'Tell us', to: '/app/Feedback/new', icon: Star },
    { title: 'Why Free?', to: '/anything', icon: Star },
  ])('hides $title', (item) => {
    expect(mainItems([item])).toEqual([]);
  });

  test('keeps disabled items', () => {
    const item = { title: 'Soon', to: '/app/soon', icon: Star, disabled: true };
    expect(mainItems([item])).toEqual([item]);
  });
});

describe('bottomItems', () => {
  test('returns the configured links in order', () => {
    expect(titles(bottomItems(navigation(links)))).toEqual([
      'Tutorial',
      'Why Free?',
      'Send Feedback',
    ]);
    expect(titles(bottomItems(navigation(nothing)))).toEqual(['Why Free?']);
  });
});

test.each([
  ['Dashboard', '/app', true],
  ['Dashboard', '/app/dashboard', true],
  ['Dashboard', '/app/prompts/1', false],
  ['Dashboard', '/app/library', false],
  ['Library', '/app/library/prompt/1', true],
  ['Teams', '/app/teams/1', true],
  ['Teams', '/app/teams/shared', false],
  ['Library', '/app/library-of-congress', false],
])('%s is here on %s: %s', (title, path, expected) => {
  const item = navigation(nothing).find((one) => one.title === title);
  expect(item && isCurrent(item, path)).toBe(expected);
});

describe('sectionOf', () => {
  test.each([
    ['/app/chains/1', [], '/app/chains/1'],
    ['/app/prompts/1', [], '/app/teams/1'],
    ['/app/prompts/1', ['/app'], '/app'],
    ['/app/prompts/1/edit', ['/app/prompts/1', '/app/community', '/app'], '/app/community'],
    ['/app/prompts/new', ['/app/account', '/app/favourites'], '/app/teams/1'],
    ['/app/library/prompt/1', ['/app/groups/1'], '/app/groups/1'],
    ['/app/prompts/1', ['/app/teams/shared', '/app'], '/app/teams/shared'],
    ['/app/prompts/1', ['/app/proposals/1'], '/app/proposals/1'],
  ])('of %s after %j is %s', (path, earlier, expected) => {
    expect(sectionOf(path, earlier, '/app/teams/1')).toBe(expected);
  });
});
