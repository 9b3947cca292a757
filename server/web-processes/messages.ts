import * as v from 'valibot';

/** The messages between the process that supervises and its web processes. */

const login = v.strictObject({
  connectionString: v.exactOptional(v.string()),
  host: v.exactOptional(v.string()),
  port: v.exactOptional(v.number()),
  user: v.exactOptional(v.string()),
  database: v.exactOptional(v.string()),
  password: v.exactOptional(v.string()),
});

/** The first message to a web process. The second one, whatever it contains, asks it to stop. */
export const startMessage = v.strictObject({
  port: v.number(),
  shared: v.strictObject({
    siteUrl: v.string(),
    passwordCost: v.number(),
    logins: v.strictObject({
      owner: login,
      authenticator: login,
      authAdmin: login,
      replica: v.exactOptional(v.nullable(login)),
      isEmbedded: v.boolean(),
    }),
  }),
});

/** The message of a web process that answers requests, or that can't and therefore ends. */
export const statusMessage = v.variant('status', [
  v.strictObject({ status: v.literal('ready') }),
  v.strictObject({ status: v.literal('failed'), reason: v.string() }),
]);
export type StatusMessage = v.InferOutput<typeof statusMessage>;
