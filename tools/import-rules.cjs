/**
 * Allowed import directions. Web: app → features → data | ui → lib → templating | text | contract. Server:
 * main → app → protocols → http | mail | db | text → contract. tools/planted breaks each rule once.
 */
const root = '^(?:tools/planted/)?';
const protocols =
  '(auth|rest|storage|realtime|functions|payments|avatars|notifications|mcp|releases|webhooks)';

/** A rule about imports from one path to another; `more` narrows the target. */
const forbid = (name, from, to, more) => ({
  name,
  severity: 'error',
  from: { path: root + from },
  to: { path: root + to, ...more },
});

/** The same, but tests may. */
const forbidCode = (...rule) => {
  const { from, ...rest } = forbid(...rule);
  return { ...rest, from: { ...from, pathNot: '\\.test\\.tsx?$' } };
};

const valuesOnly = { dependencyTypesNot: ['type-only'] };
const rest = 'server/rest/';

module.exports = {
  forbidden: [
    // Modules that import each other have no defined order of evaluation.
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^[.#]' },
    },
    // Page and server depend on it, so it depends on neither.
    forbidCode('contract-imports-nothing', 'contract/', '', { pathNot: `${root}contract/` }),
    // Page, server and command line fill prompts by it.
    forbidCode('templating-imports-contract-only', 'templating/', '', {
      pathNot: `${root}(templating|contract)/`,
    }),
    // Page, server and command line compare, normalize and name texts by it.
    forbidCode('text-imports-contract-only', 'text/', '', {
      pathNot: `${root}(text|contract)/|^node_modules/diff/`,
    }),
    // The command line is a package of its own, without the server's dependencies.
    forbidCode(
      'command-line-imports-shared-code-only',
      'cli/(?!testing/)',
      '(server|web|supabase|tools|bench|e2e)/',
    ),
    // The page depends on the protocol, not on the server, and the server on no page.
    forbid('page-imports-no-server', 'web/', '(server|cli|tools(?!/planted)|bench|e2e)/'),
    forbid('server-imports-no-page', 'server/', '(web|cli|bench|e2e)/'),
    // Journeys and measurements look from outside.
    forbid(
      'journeys-import-no-product-code',
      '(e2e|bench)/',
      '(web|server|contract|templating|text|cli|supabase)/',
    ),
    // All communication with the server goes through data/.
    forbid('only-data-imports-the-client', 'web/src/(?!data/)', 'node_modules/@supabase/'),
    forbid('lib-imports-no-other-layer', 'web/src/lib/', 'web/src/(app|features|data|ui)/'),
    // Public pages load no framework.
    forbidCode(
      'public-script-imports-lib-only',
      'web/src/public-script/',
      'web/src/(app|features|data|ui)/|node_modules/(react|@tanstack)',
    ),
    forbid('ui-imports-no-data', 'web/src/ui/', 'web/src/(app|features|data)/'),
    forbid('data-imports-no-ui', 'web/src/data/', 'web/src/(app|features|ui)/'),
    forbid('features-import-no-app', 'web/src/features/', 'web/src/app/'),
    // Routes compose features.
    forbid('features-are-independent', 'web/src/features/([^/]+)/', 'web/src/features/([^/]+)/', {
      pathNot: `${root}web/src/features/$1/`,
    }),
    forbidCode('protocols-are-independent', `server/${protocols}/`, `server/${protocols}/`, {
      pathNot: `${root}server/$1/`,
    }),
    // The storage API sends no mail and reads no keys.
    forbidCode('storage-imports-no-mail', 'server/storage/', 'server/(mail/|secrets\\.ts)'),
    forbidCode(
      'foundations-import-no-protocols',
      'server/(http|mail|db)/',
      `server/(${protocols}/|app\\.ts|main\\.ts|testing/)`,
    ),
    // Protocols for programs share it.
    forbidCode(
      'library-imports-foundations-only',
      'server/library/',
      'server/(?!(library|http|db)/|(caller-turns|log)\\.ts)',
    ),
    forbidCode(
      'realtime-imports-foundations-only',
      'server/realtime/',
      'server/(?!(realtime|http|db)/|(config|current-caller|fair-limit|log)\\.ts)',
    ),
    forbidCode(
      'protocols-import-no-app',
      `server/${protocols}/`,
      'server/(app\\.ts|main\\.ts|testing/)',
    ),
    forbidCode(
      'planning-imports-no-database',
      `${rest}(parse|plan|sql)/`,
      'server/db/|node_modules/pg/',
      valuesOnly,
    ),
    // secrets.ts imports the database, which receives passwords as parameters.
    forbidCode('foundations-import-no-secrets', 'server/(http|mail|db)/', 'server/secrets\\.ts'),
    // The schema cache describes the database, not a request.
    forbidCode(
      'schema-imports-no-stage',
      `${rest}schema/`,
      `${rest}(parse|plan|sql|respond|execute)`,
    ),
    forbidCode(
      'parse-imports-no-later-stage',
      `${rest}parse/`,
      `${rest}(plan|sql|respond|execute)`,
    ),
    forbidCode('plan-imports-no-later-stage', `${rest}plan/`, `${rest}(sql|respond|execute)`),
    forbidCode('execute-imports-no-respond', `${rest}(sql/|execute\\.ts)`, `${rest}respond/`),
    forbidCode(
      'respond-imports-no-planning',
      `${rest}respond/`,
      `${rest}(plan/|prepare\\.ts|execute\\.ts)`,
      valuesOnly,
    ),
    forbidCode(
      'testing-stays-in-tests',
      '(server|web/src|cli)/(?!testing/)',
      '(server|web/src|cli)/testing/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/(dist|renderer)|cli/dist)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
