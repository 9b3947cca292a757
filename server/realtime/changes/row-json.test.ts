import { describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { rowJson } from './row-json.ts';

const db = await setUpTestDatabase();

describe('rowJson', () => {
  it.each([
    ['int8', '9007199254740993'],
    ['numeric', '1.10'],
    ['numeric', 'NaN'],
    ['float8', '1.5'],
    ['float8', '-Infinity'],
    ['oid', '5'],
    ['bool', 'true'],
    ['date', '0044-03-15 BC'],
    ['date', 'infinity'],
    ['timestamp', '0044-03-15 12:00 BC'],
    ['timestamp', '-infinity'],
    ['timestamptz', '2026-01-02 03:04:05.678+02'],
    ['timestamptz', '0044-03-15 12:00+00 BC'],
    ['timestamptz', '10000-01-01 00:00+00'],
    ['timestamptz', 'infinity'],
    ['timetz', '10:00+02'],
    ['interval', '1 year -2 days 03:04:05.6'],
    ['jsonb', '{"a": 9007199254740993}'],
    ['jsonb', 'null'],
    ['_int4', '{{1,NULL},{3,4}}'],
    ['_int4', '[0:1]={1,2}'],
    ['_oid', '{5}'],
    ['_bool', '{true,false}'],
    ['_text', String.raw`{"a,b","q\"\\",NULL,"null",""}`],
    ['_timestamptz', '{"0044-03-15 12:00+00 BC",infinity}'],
    ['_jsonb', '{"{\\"a\\": [1]}"}'],
    ['bpchar', 'a  '],
    ['money', '1234.5'],
    ['int4range', '[1,4]'],
    ['point', '(1,2)'],
    ['tsvector', 'a:1'],
  ])('writes %s %s as to_jsonb does', async (baseType, value) => {
    const [row] = await db.sql<{ written: string; json: string }>(
      `select format('%s', x) as written, to_jsonb(x)::text as json
       from (select $1::text::${baseType} as x) r`,
      [value],
    );
    const column = {
      name: 'x',
      type: baseType,
      baseType,
      sqlType: baseType,
      isKey: false,
      canSelect: true,
    };
    expect(rowJson(new Map([['x', row?.written]]), [column])).toEqual(
      `{"x":${row?.json.replaceAll(', ', ',')}}`,
    );
  });
});
