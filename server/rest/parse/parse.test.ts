import { describe, expect, it } from 'vitest';
import { RestError } from '#server/rest/rest-error.ts';
import { parseBody } from './body.ts';
import { parseCsv } from './csv.ts';
import { parseAccept } from './media-type.ts';
import { parseOrder } from './order.ts';
import { parseQuery } from './parse-query.ts';
import { parsePreferences } from './preferences.ts';
import { splitQuery } from './query-string.ts';
import { intersectRanges, parseRangeHeader } from './range-header.ts';
import { parseSelect } from './select.ts';

const field = (name: string, more: object = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: null,
  cast: null,
  ...more,
});

describe('parseBody()', () => {
  const parse = (text: string) =>
    parseBody({ kind: 'insert' }, 'application/x-www-form-urlencoded', text, false);

  it('reads the fields of a form, also those without a value', () => {
    expect(parse('a=1&b&&c=%C3%A9+x&=z').text).toBe('[{"a":"1","b":"","c":"é x","":"z"}]');
  });

  // A million took minutes while the time grew with the square of their number.
  it('refuses more fields than a table has columns, also without a value', () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}`).join('&');
    expect(parse(fields(10_000)).text?.endsWith('"a9999":""}]')).toBe(true);
    expect(() => parse(fields(1_000_000))).toThrow('A form may have at most 10000 fields');
  });
});

describe('parseSelect()', () => {
  it('reads names, aliases, casts, paths and embeds', () => {
    expect(parseSelect('id, a:b::text')).toEqual([
      field('id'),
      field('b', { alias: 'a', cast: 'text' }),
    ]);
    expect(parseSelect('"q,uo\\"te",x-y')).toEqual([field('q,uo"te'), field('x-y')]);
    expect(parseSelect('j->a->>-1')).toEqual([
      {
        ...field('j'),
        field: {
          name: 'j',
          path: [
            { arrow: '->', operand: { kind: 'key', key: 'a' } },
            { arrow: '->>', operand: { kind: 'index', index: '-1' } },
          ],
        },
      },
    ]);
    expect(parseSelect('x:rel!hint!inner(*,...deep!left(a))')).toEqual([
      {
        kind: 'embed',
        name: 'rel',
        alias: 'x',
        hint: 'hint',
        join: 'inner',
        items: [
          { kind: 'star' },
          { kind: 'spread', name: 'deep', hint: null, join: 'left', items: [field('a')] },
        ],
      },
    ]);
  });

  it.each([
    'id,',
    ',id',
    'a:',
    'a::',
    'rel(',
    'rel(a))b',
    'a,)',
    'a->',
    'a b(c)d',
    '*x',
    'a::t$$',
    'a;b',
    "a'b",
    'a--b;',
  ])('refuses %s', (text) => {
    expect(() => parseSelect(text)).toThrow(RestError);
  });

  it("ignores what is closed once too often at the end, as PostgREST's test cases expect", () => {
    expect(parseSelect("rel(a))'")).toEqual(parseSelect('rel(a)'));
  });

  it('refuses embeds that are nested too deep', () => {
    expect(() => parseSelect('a('.repeat(20) + ')'.repeat(20))).toThrow(RestError);
  });
});

describe('parseOrder()', () => {
  it('reads directions, nulls, paths and related columns', () => {
    expect(parseOrder('a.desc.nullslast,b->c.asc,rel(d).nullsfirst')).toEqual([
      { relation: null, field: { name: 'a', path: [] }, direction: 'desc', nulls: 'last' },
      {
        relation: null,
        field: { name: 'b', path: [{ arrow: '->', operand: { kind: 'key', key: 'c' } }] },
        direction: 'asc',
        nulls: null,
      },
      { relation: 'rel', field: { name: 'd', path: [] }, direction: null, nulls: 'first' },
    ]);
  });
});

describe('splitQuery() and parseQuery()', () => {
  it('separates the shape from the values', () => {
    const one = splitQuery('id=eq.1&name=not.like.a*&limit=5', false);
    const other = splitQuery('id=eq.2&name=not.like.b*&limit=5', false);
    expect(one.shape).toBe(other.shape);
    expect(one.values).toEqual(['1', 'a*']);
    expect(other.values).toEqual(['2', 'b*']);
    expect(splitQuery('id=gt.1&name=not.like.a*&limit=5', false).shape).not.toBe(one.shape);
    expect(splitQuery('id=eq.1&name=not.like.a*&limit=6', false).shape).not.toBe(one.shape);
  });

  it('does not confuse a value with a part of the shape', () => {
    const one = splitQuery('a=eq.1&b=eq.2', false);
    expect(splitQuery('a=eq.1%26b%3Deq.2', false).shape).not.toBe(one.shape);
    expect(splitQuery('a%01eq.%02%03b=eq.2', false).shape).toBeNull();
  });

  it('decodes plus signs and percent escapes, and refuses invalid UTF-8', () => {
    expect(splitQuery('a=eq.x+y%2Bz%C3%A9', false).values).toEqual(['x y+zé']);
    expect(splitQuery('a=eq.100%%C3%A9%zz', false).values).toEqual(['100%é%zz']);
    expect(() => splitQuery('a=eq.%FF', false)).toThrow(RestError);
  });

  it('treats a value without an operator as an argument only in a call', () => {
    const call = splitQuery('a=1&b=eq.2&c=is.null', true);
    const query = parseQuery(call.parameters, true);
    expect(query.args.map(({ name }) => name)).toEqual(['a']);
    expect(() => parseQuery(splitQuery('a=1', false).parameters, false)).toThrow(RestError);
  });

  it('refuses a query string that is too long', () => {
    expect(() => splitQuery(`a=eq.${'x'.repeat(40_000)}`, false)).toThrow(RestError);
  });

  it('reads logic trees on embeds', () => {
    const { parameters } = splitQuery('rel.not.or=(a.eq.1,and(b.is.null,c.in.(1,"x)y")))', false);
    expect(parseQuery(parameters, false).filters).toEqual([
      {
        path: ['rel'],
        value: {
          kind: 'group',
          operator: 'or',
          negated: true,
          members: [
            expect.objectContaining({
              condition: {
                kind: 'compare',
                operator: 'eq',
                quantifier: null,
                value: { kind: 'text', text: '1' },
              },
            }),
            expect.objectContaining({
              operator: 'and',
              members: [
                expect.objectContaining({ condition: { kind: 'is', value: 'null' } }),
                expect.objectContaining({
                  condition: { kind: 'in', value: { kind: 'text', text: '(1,"x)y")' } },
                }),
              ],
            }),
          ],
        },
      },
    ]);
  });
});

const supported = { txEnds: ['commit'], timezones: new Set(['Asia/Tokyo']) };

describe('request headers', () => {
  it('orders the media types of Accept by quality', () => {
    expect(parseAccept('text/csv;q=0.1, application/json').map(({ kind }) => kind)).toEqual([
      'json',
      'csv',
    ]);
    expect(parseAccept('image/png')).toEqual([{ kind: 'other', name: 'image/png' }]);
  });

  it.each([
    ['*/*, application/vnd.pgrst.object+json', ['object', 'any']],
    ['*/*;q=0.5, text/csv;q=0.5', ['csv', 'any']],
    ['application/json, application/vnd.pgrst.object+json;nulls=stripped', ['object', 'json']],
    ['application/json;q=1.0, text/csv', ['json', 'csv']],
    ['text/csv, application/json', ['csv', 'json']],
  ])('puts the more specific of equally good media types first: %s', (header, kinds) => {
    expect(parseAccept(header).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('takes the first of each preference and ignores unknown ones', () => {
    expect(
      parsePreferences('return=minimal, return=representation, count=exact, x=y', supported),
    ).toMatchObject({
      return: 'minimal',
      count: 'exact',
      handling: null,
    });
    expect(parsePreferences('handling=strict, timezone=Mars', supported).invalid).toEqual([
      'timezone=Mars',
    ]);
    expect(
      parsePreferences('handling=strict, timezone=Asia/Tokyo, tx=commit', supported),
    ).toMatchObject({
      timezone: 'Asia/Tokyo',
      tx: null,
    });
    expect(parsePreferences('tx=rollback', supported).tx).toBeNull();
    expect(parsePreferences('tx=rollback, x', supported).invalid).toEqual(['tx=rollback', 'x']);
    expect(parsePreferences('max-affected=3', supported).maxAffected).toBe(3);
    expect(parsePreferences(`max-affected=${'9'.repeat(400)}`, supported).maxAffected).toBe(
      Number.MAX_SAFE_INTEGER,
    );
    expect(parsePreferences('max-affected=-1', supported).invalid).toEqual(['max-affected=-1']);
  });

  it('intersects the Range header with limit and offset', () => {
    expect(parseRangeHeader('0-9')).toEqual({ offset: 0, limit: 10 });
    expect(parseRangeHeader('bytes=0-9')).toBeNull();
    expect(parseRangeHeader('items=0-9')).toBeNull();
    expect(intersectRanges({ offset: 5, limit: 10 }, { offset: 0, limit: 8 })).toEqual({
      offset: 5,
      limit: 3,
    });
    expect(intersectRanges({ offset: 20, limit: null }, { offset: 0, limit: 8 })).toEqual({
      offset: 20,
      limit: 0,
    });
  });
});

describe('parseCsv()', () => {
  it('reads a long field, and stops at the first line with another number of fields', () => {
    const long = 'x'.repeat(1_200_000);
    expect(JSON.parse(parseCsv(`a,b\n${long},1\n`).json)).toEqual([{ a: long, b: '1' }]);
    expect(() => parseCsv('a,b\n1\n"not closed')).toThrow('same number of fields');
  });

  it.each([
    [
      'a,"b ""c"""\r\n"1,\n2",NULL\r"NULL",',
      [
        { a: '1,\n2', 'b "c"': null },
        { a: null, 'b "c"': '' },
      ],
    ],
    ['a\n""\n"\\"\n', [{ a: '' }, { a: '\\' }]],
    // As in PostgREST, a blank line is no row.
    [
      'a,b\n1,2\n\r\n\n3,4\n\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['a\n\n1\n\n', [{ a: '1' }]],
    ['a', []],
  ])('reads %j', (text, rows) => {
    expect(JSON.parse(parseCsv(text).json)).toEqual(rows);
  });

  it('reads more lines than one batch', () => {
    const numbers = Array.from({ length: 2_500 }, (_, index) => `${index}`);
    expect(JSON.parse(parseCsv(`n\n${numbers.join('\n')}`).json)).toEqual(
      numbers.map((n) => ({ n })),
    );
  });
});
