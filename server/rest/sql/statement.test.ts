/** Asserts texts and parameters of statements. Tests over HTTP assert that they run correctly. */
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '#server/rest/parse/api-request.ts';
import { parseAction, parseRequest, parseResource } from '#server/rest/parse/parse-request.ts';
import { splitQuery } from '#server/rest/parse/query-string.ts';
import { planRequest } from '#server/rest/plan/plan.ts';
import { RestError } from '#server/rest/rest-error.ts';
import { promptsSchema } from '#server/testing/rest/prompts-schema.ts';
import { buildStatements } from './build-statement.ts';
import { failedGuard, guardSql } from './guard.ts';
import { castType, quoteIdentifier, quoteLiteral } from './identifiers.ts';
import { bindParameters, listItems } from './parameters.ts';

const schema = promptsSchema();

function statementOf(
  method: string,
  path: string,
  search: string,
  prefer: string | null = null,
  keys: string[] = [],
) {
  const resource = parseResource(path);
  const action = parseAction(resource, method);
  const split = splitQuery(search, false);
  const body: ApiRequest['body'] =
    keys.length === 0 ? { kind: 'none' } : { kind: 'rows', keys, list: true, format: 'json' };
  const name = resource.kind === 'root' ? '' : resource.name;
  const request = parseRequest(
    action,
    'public',
    name,
    method,
    split.parameters,
    { accept: null, prefer, range: null },
    body,
    { txEnds: ['commit'], timezones: new Set() },
  );
  const plan = planRequest(request, { schema, maxRows: 1000, maxEmbedDepth: 12 });
  const { main } = buildStatements(plan, schema);
  return { text: main.text, parameters: bindParameters(main.sources, split.values, '[{}]') };
}

const settings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`;

describe('statements of reads', () => {
  it('limit rows before they embed, and compare with the type of the column', () => {
    const { text, parameters } = statementOf(
      'GET',
      '/prompts',
      'select=title,favorites(user_id)&user_id=eq.u1&deleted_at=is.null&order=created_at.desc&limit=20',
    );
    expect(text).toBe(
      `SELECT null AS total, count(*) AS rows, coalesce(json_agg((_t.*)), '[]') AS body, ${settings} FROM (` +
        `SELECT "_b0"._1 AS "title", (SELECT coalesce(json_agg(_r0.*), '[]') FROM (` +
        `SELECT "favorites_1"."user_id" AS "user_id" FROM "public"."favorites" AS "favorites_1" WHERE "favorites_1"."prompt_id" = "_b0"._2 LIMIT 1000) AS _r0) AS "favorites" ` +
        `FROM (SELECT "prompts"."title" AS _1, "prompts"."id" AS _2 FROM "public"."prompts" WHERE "prompts"."user_id" = $1::uuid AND "prompts"."deleted_at" IS NULL ` +
        `ORDER BY "prompts"."created_at" DESC LIMIT 20) AS "_b0") AS _t`,
    );
    expect(parameters).toEqual(['u1']);
  });

  it('have one text for all values of a shape', () => {
    const one = statementOf('GET', '/prompts', 'title=in.(a,"b,c")&data->>k=eq.1&tags=cs.{x}');
    const other = statementOf('GET', '/prompts', 'title=in.(z)&data->>k=eq.2&tags=cs.{}');
    expect(one.text).toBe(other.text);
    expect(one.text).toContain(
      `"prompts"."title" = ANY ($1::text[]) AND "prompts"."data"->>'k' = $2::text AND "prompts"."tags" @> $3::text[]`,
    );
    expect(one.parameters).toEqual(['{"a","b,c"}', '1', '{x}']);
  });

  it('use one parameter for a value in the rows and in their count', () => {
    const { text, parameters } = statementOf(
      'GET',
      '/prompts',
      'select=id&title=like.a*',
      'count=exact',
    );
    expect(text).toContain(
      '(SELECT count(*) FROM "public"."prompts" WHERE "prompts"."title" LIKE $1) AS total',
    );
    expect(parameters).toEqual(['a%']);
  });
});

describe('statements of writes', () => {
  it('insert from the body and return the selected columns', () => {
    const { text, parameters } = statementOf(
      'POST',
      '/prompts',
      'select=id',
      'return=representation',
      ['title'],
    );
    expect(text).toBe(
      `WITH pgrst_written AS (INSERT INTO "public"."prompts" ("title") SELECT "title" FROM json_to_recordset($1::json) AS pgrst_body("title" text) RETURNING "prompts"."id" AS _1) ` +
        `SELECT null AS total, count(*) AS rows, coalesce(json_agg((_t.*)), '[]') AS body, ${settings}, (SELECT count(*) FROM pgrst_written) AS affected, null AS location, current_setting('pgrst.updated', true) AS updated, null AS guard ` +
        `FROM (SELECT _w._1 AS "id" FROM pgrst_written AS _w) AS _t`,
    );
    expect(parameters).toEqual(['[{}]']);
  });

  it('read no columns of written rows that are not returned', () => {
    const { text } = statementOf('DELETE', '/prompts', 'id=eq.1');
    expect(text).toContain(
      'DELETE FROM "public"."prompts" WHERE "prompts"."id" = $1::uuid RETURNING 1 AS _0',
    );
  });
});

describe('texts of a client in a statement', () => {
  it('are quoted', () => {
    expect(quoteIdentifier('a"; drop table x --')).toBe('"a""; drop table x --"');
    expect(quoteLiteral(`a'b`)).toBe(`'a''b'`);
    expect(quoteLiteral(`a\\'b`)).toBe(`E'a\\\\''b'`);
    expect(() => quoteIdentifier('a\0b')).toThrow(RestError);
    expect(castType('double precision')).toBe('double precision');
    expect(() => castType('int)')).toThrow(RestError);
    expect(() => castType('$$')).toThrow(RestError);
  });

  it('are parsed as lists for the operator in', () => {
    expect(listItems('(a,"b,\\"c",,d)')).toEqual(['a', 'b,"c', '', 'd']);
    expect(listItems('()')).toEqual([]);
    expect(() => listItems('a')).toThrow(RestError);
  });
});

it.each([
  'invalid input syntax for type integer: "%"',
  'ungültige Eingabesyntax für Typ integer: »%«',
])('a failed guard is found in the message %s', (message) => {
  const cast = guardSql([{ kind: 'singular' }], '');
  const value = `${/guard-\w+ singular /.exec(cast)?.[0] ?? ''}2`;
  expect(failedGuard(message.replace('%', value))).toEqual({ kind: 'singular', rows: 2 });
});
