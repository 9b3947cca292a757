/** Builds the statement of a request without a database. */
import { parseBody } from '#server/rest/parse/body.ts';
import { parseAction, parseRequest, parseResource } from '#server/rest/parse/parse-request.ts';
import { splitQuery } from '#server/rest/parse/query-string.ts';
import { planRequest } from '#server/rest/plan/plan.ts';
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { buildStatements } from '#server/rest/sql/build-statement.ts';
import { bindParameters } from '#server/rest/sql/parameters.ts';
import type { RandomRequest } from './random-request.ts';

const supported = { txEnds: ['commit', 'rollback'], timezones: new Set(['UTC']) };

/** Returns the statement of a request. Throws a RestError if the request is refused. */
export function requestStatement(request: RandomRequest, schema: SchemaCache) {
  const resource = parseResource(request.path);
  const action = parseAction(resource, request.method);
  const split = splitQuery(request.search, action.kind === 'call' && action.by === 'GET');
  const columnsNamed = split.parameters.some(({ name, text }) => name === 'columns' && text !== '');
  const body = parseBody(action, request.contentType, request.body, columnsNamed);
  const apiRequest = parseRequest(
    action,
    'public',
    resource.kind === 'root' ? '' : resource.name,
    request.method,
    split.parameters,
    request,
    body.shape,
    supported,
  );
  const { main } = buildStatements(
    planRequest(apiRequest, { schema, maxRows: 1000, maxEmbedDepth: 12 }),
    schema,
  );
  const values = [...split.values, ...body.values];
  return { text: main.text, parameters: bindParameters(main.sources, values, body.text) };
}
