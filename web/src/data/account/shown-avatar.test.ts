import { afterEach, expect, describe, it } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { setRuntimeConfig } from '#web/data/backend/runtime-config.ts';
import { shownAvatar } from './shown-avatar.ts';

function configure(avatarSource: string | null): void {
  // Nothing else of the configuration is read here.
  setRuntimeConfig({ avatarSource } as RuntimeConfig);
}

const source = 'https://draw.example/9.x/{style}/svg?seed={seed}';

afterEach(() => configure(null));

describe('shownAvatar', () => {
  it.each([
    'https://cuebook.example/avatars/lorelei/Ada.svg',
    'http://localhost:3000/avatars/lorelei/Ada.svg',
    'https://moved.example/avatars/lorelei/Ada.svg?visitor=1#x',
  ])('shows %s as the picture that is drawn here', (url) => {
    configure(null);
    expect(shownAvatar(url)).toBe('/avatars/lorelei/Ada.svg');
  });

  it('shows an uploaded picture from this installation, whatever host its URL names', () => {
    const path =
      '/storage/v1/object/public/avatars/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-00000000000a.webp';
    expect(shownAvatar(`https://evil.example${path}?visitor=1`)).toBe(path);
  });

  it.each([
    'https://cuebook.example/storage/v1/object/public/avatars/me/me.webp',
    'https://cuebook.example/storage/v1/object/public/other/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-00000000000a.webp',
    'https://cuebook.example/storage/v1/object/public/avatars/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-00000000000a.svg',
    'https://evil.example/pixel.png',
    'http://evil.example/avatars/lorelei/Ada.svg/../../../pixel.png',
    'https://evil.example/avatars/lorelei/Ada.svg.png',
    'https://evil.example/x/avatars/lorelei/Ada.svg',
    'https://draw.example/9.x/lorelei/svg?seed=Ada&visitor=1',
    'https://draw.example/9.x/lorelei/svg?seed=Ada%2F..',
    'https://draw.example.evil.example/9.x/lorelei/svg?seed=Ada',
    'https://drawXexample/9.x/lorelei/svg?seed=Ada',
    '//evil.example/pixel.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '',
  ])('does not show %s', (url) => {
    configure(source);
    expect(shownAvatar(url)).toBeNull();
  });

  it('shows pictures of the configured source', () => {
    const url = 'https://draw.example/9.x/lorelei/svg?seed=Ada';
    configure(source);
    expect(shownAvatar(url)).toBe(url);
    configure(null);
    expect(shownAvatar(url)).toBeNull();
  });
});
