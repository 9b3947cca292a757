import { describe, expect, it } from 'vitest';
import { canBeNamed, completeFilter, filterAt } from './complete-filter.ts';
import { parseSearch } from './parse-search.ts';

/** `|` is the caret. */
function complete(marked: string, value: string): string | null {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const draft = filterAt(text, caret);
  if (draft === null) return null;
  const completed = completeFilter(text, draft, value);
  return `${completed.text.slice(0, completed.caret)}|${completed.text.slice(completed.caret)}`;
}

describe('filterAt', () => {
  it.each([
    ['in:|', 'in', ''],
    ['mail in:Wo|', 'in', 'Wo'],
    ['IN:"Work/My m|', 'in', 'Work/My m'],
    ['in:"Say \\"hi\\" t|', 'in', 'Say "hi" t'],
    ['group:a|b', 'group', 'a'],
    ['tag:x|', 'tag', 'x'],
  ])('finds the filter in %s', (marked, name, typed) => {
    const text = marked.replace('|', '');
    expect(filterAt(text, marked.indexOf('|'))).toMatchObject({ name, typed });
  });

  it.each(['in|', 'in:Work |', 'in:"Work" |', 'in:"Work"|', 'begin:x|', 'is:pu|', '|in:Work', ''])(
    'finds none in %s',
    (marked) => {
      expect(complete(marked, 'x')).toBeNull();
    },
  );
});

describe('completeFilter', () => {
  it.each([
    ['in:W|', 'Work/Mail', 'in:Work/Mail |'],
    ['in:"W|', 'Work/Mail', 'in:Work/Mail |'],
    ['a in:W|ork b', 'Work/My mail', 'a in:"Work/My mail" |b'],
    ['a in:"W|ork/Ma" b', 'Home', 'a in:Home |b'],
    ['in:"W| b', 'Home', 'in:Home |b'],
    ['in:|', 'Say "hi" to', 'in:"Say \\"hi\\" to" |'],
    ['group:|', 'My mail', 'group:"My mail" |'],
    ['TAG:|', 'a"b', 'tag:a"b |'],
  ])('completes %s with %s', (marked, value, expected) => {
    expect(complete(marked, value)).toBe(expected);
  });

  it.each(['Work/Mail', 'R\\/D/C:\\\\', 'Say "hi"', '"quoted"', 'a b\\\\', 'x\\/"y z"'])(
    'writes the path %s so that it is read again',
    (path) => {
      const { text } = completeFilter('in:', { name: 'in', typed: '', start: 0, end: 3 }, path);
      const [filter, ...more] = parseSearch(text).filters;
      expect(more).toEqual([]);
      expect(filter?.value.replaceAll('\\"', '"')).toBe(path);
    },
  );

  it('offers no name that can not be written', () => {
    expect(canBeNamed('group', 'a "b"')).toBe(false);
    expect(canBeNamed('group', 'a"b')).toBe(true);
    expect(canBeNamed('in', 'a "b"')).toBe(true);
  });
});
