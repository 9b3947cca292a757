/** Parses, plans and builds the SQL once for all requests of the same shape. */
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { ApiRequest } from './parse/api-request.ts';
import { planRequest, type Plan, type PlanOptions } from './plan/plan.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import { buildStatements, type Statements } from './sql/build-statement.ts';
import type { Encoding } from './sql/parameters.ts';

export interface Prepared {
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly statements: Statements;
  /** The costliest kind of pattern that the request filters by; null if there is none. */
  readonly pattern: Pattern | null;
}

/** `like`: also ilike. `regex`: match and imatch. */
export type Pattern = 'like' | 'regex';

function patternOf({ main: { sources } }: Statements): Pattern | null {
  const has = (encoding: Encoding) =>
    sources.some((source) => source.kind === 'value' && source.encoding === encoding);
  if (has('regex')) return 'regex';
  return has('pattern') ? 'like' : null;
}

/** The cache's total weight. A prepared request takes about 14 times its statement's length. */
const maxCachedWeight = 2_000;

/** Shapes up to this length have weight 1; longer ones weigh in proportion. */
const ordinaryLength = 4_096;
const cacheWeight = ({ statements: { main } }: Prepared, key: string) =>
  Math.max(1, (key.length + main.text.length) / ordinaryLength);

const createCache = () => createBoundedCache<Prepared>(maxCachedWeight, cacheWeight);

export interface Preparer {
  /** Requests with an equal `key` share their plan. A null key is never cached. */
  prepare(key: string | null, schema: SchemaCache, parse: () => ApiRequest): Prepared;
}

export function createPreparer(limits: Omit<PlanOptions, 'schema'>): Preparer {
  let cache = createCache();
  let cachedSchema: SchemaCache | null = null;

  return {
    prepare(key, schema, parse) {
      if (schema !== cachedSchema) {
        cache = createCache();
        cachedSchema = schema;
      }
      const cached = key === null ? undefined : cache.get(key);
      if (cached !== undefined) return cached;
      const request = parse();
      const plan = planRequest(request, { schema, ...limits });
      const statements = buildStatements(plan, schema);
      const pattern = patternOf(statements);
      const prepared = Object.freeze({ request, plan, statements, pattern });
      if (key !== null) cache.set(key, prepared);
      return prepared;
    },
  };
}
