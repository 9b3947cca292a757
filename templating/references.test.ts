import { describe, expect, it } from 'vitest';
import { findReferences, parseReferences, withoutReferences } from './references.ts';

const id = '00000000-0000-4000-8000-00000000000a';

describe('parseReferences', () => {
  it('reads bindings from the end, and leaves the rest to the target', () => {
    const [first, second, third] = findReferences(
      `{{> ${id}@3 tone="dry" "first name"="A \\"B\\"" }}{{> Brand a="b" voice x="1"}}{{>\ta  b\t}}`,
    );
    expect(first).toMatchObject({ id, version: 3 });
    expect(first?.bindings).toEqual({ tone: 'dry', 'first name': 'A "B"' });
    expect(second).toMatchObject({ title: 'Brand a="b" voice', bindings: { x: '1' } });
    expect(third).toMatchObject({ title: 'a  b', bindings: {} });
  });

  it('reads what follows text that only begins like a reference', () => {
    const content = `{{> "open {{> ${id}}} {{> a{b}} {{>}}`;
    const found = findReferences(content);
    expect(found.map(({ source }) => source)).toEqual([`{{> ${id}}}`]);
    expect(withoutReferences(content)).toBe('{{> "open {{>}} {{> a{b}} {{>}}');
  });

  // Each took minutes to hours while the time grew with the square of the length.
  it.each([
    ['blanks', `{{> a${' '.repeat(990_000)}x}}`],
    ['open quotes', '{{>\\"'.repeat(198_000)],
    ['bindings before the end', `{{> a${' a="b"'.repeat(160_000)} x}}`],
  ])('ends soon with a million characters of %s', (_what, content) => {
    expect(
      parseReferences(content)
        .map((part) => (part.kind === 'text' ? part.text : part.reference.source))
        .join(''),
    ).toBe(content);
    expect(withoutReferences(content).length).toBeLessThanOrEqual(content.length);
  });
});
