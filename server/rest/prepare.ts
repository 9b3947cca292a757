/** Parse, plan and write once; what comes out serves every request of the same shape. */
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { ApiRequest } from './parse/api-request.ts';
import { planRequest, type Plan, type PlanOptions } from './plan/plan.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import { buildStatements, type Statements } from './sql/build-statement.ts';

export interface Prepared {
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly statements: Statements;
}

/** Shapes remembered. What is made of one takes about fourteen times its statement. */
const rememberedShapes = 2_000;

/** Ordinary shapes count as one, however short; the long ones for as many as they take the room of. */
const ordinaryLength = 4_096;
const weigh = ({ statements: { main } }: Prepared, key: string) =>
  Math.max(1, (key.length + main.text.length) / ordinaryLength);

const remember = () => createBoundedCache<Prepared>(rememberedShapes, weigh);

export interface Preparer {
  /** `key` is equal for requests that may share their plan; null is never remembered. */
  prepare(key: string | null, schema: SchemaCache, read: () => ApiRequest): Prepared;
}

export function createPreparer(limits: Omit<PlanOptions, 'schema'>): Preparer {
  let known = remember();
  let knownOf: SchemaCache | null = null;

  return {
    prepare(key, schema, read) {
      if (schema !== knownOf) {
        known = remember();
        knownOf = schema;
      }
      const found = key === null ? undefined : known.get(key);
      if (found !== undefined) return found;
      const request = read();
      const plan = planRequest(request, { schema, ...limits });
      const prepared = Object.freeze({ request, plan, statements: buildStatements(plan, schema) });
      if (key !== null) known.set(key, prepared);
      return prepared;
    },
  };
}
