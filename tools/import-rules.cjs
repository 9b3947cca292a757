/**
 * Allowed import directions. Web: app → features → data | ui → lib → contract. Server: main → app →
 * protocols → http | mail | db → contract. tools/planted breaks each rule once.
 */
const root = '^(?:tools/planted/)?';
const protocols = '(auth|rest|storage|realtime|functions|payments|avatars|notifications)';

function forbid(name, from, to, comment) {
  return { name, severity: 'error', comment, from, to };
}

module.exports = {
  forbidden: [
    forbid(
      'no-cycle',
      {},
      { circular: true },
      'Modules that import each other have no defined order of evaluation.',
    ),
    forbid(
      'contract-imports-nothing',
      { path: `${root}contract/` },
      { pathNot: `${root}contract/` },
      'Page and server depend on it, so it depends on neither.',
    ),
    forbid(
      'page-imports-no-server',
      { path: `${root}web/` },
      { path: `${root}(server|tools(?!/planted)|bench|e2e)/` },
      'The page depends on the protocol, not on the server.',
    ),
    forbid(
      'server-imports-no-page',
      { path: `${root}server/` },
      { path: `${root}(web|bench|e2e)/` },
      'The server depends on the protocol, not on the page.',
    ),
    forbid(
      'journeys-import-no-product-code',
      { path: `${root}(e2e|bench)/` },
      { path: `${root}(web|server|contract|supabase)/` },
      'They test and measure from outside.',
    ),
    forbid(
      'only-data-imports-the-client',
      { path: `${root}web/src/(?!data/)` },
      { path: 'node_modules/@supabase/' },
      'All communication with the server goes through data/.',
    ),
    forbid(
      'lib-imports-no-other-layer',
      { path: `${root}web/src/lib/` },
      { path: `${root}web/src/(app|features|data|ui)/` },
    ),
    forbid(
      'public-script-imports-lib-only',
      { path: `${root}web/src/public-script/`, pathNot: '\\.test\\.tsx$' },
      { path: `${root}web/src/(app|features|data|ui)/|node_modules/(react|@tanstack)` },
      'Public pages load no framework.',
    ),
    forbid(
      'ui-imports-no-data',
      { path: `${root}web/src/ui/` },
      { path: `${root}web/src/(app|features|data)/` },
    ),
    forbid(
      'data-imports-no-ui',
      { path: `${root}web/src/data/` },
      { path: `${root}web/src/(app|features|ui)/` },
    ),
    forbid(
      'features-import-no-app',
      { path: `${root}web/src/features/` },
      { path: `${root}web/src/app/` },
    ),
    forbid(
      'features-are-independent',
      { path: `${root}web/src/features/([^/]+)/` },
      { path: `${root}web/src/features/([^/]+)/`, pathNot: `${root}web/src/features/$1/` },
      'Routes compose features.',
    ),
    forbid(
      'protocols-are-independent',
      { path: `${root}server/${protocols}/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/${protocols}/`, pathNot: `${root}server/$1/` },
    ),
    forbid(
      'storage-imports-no-mail',
      { path: `${root}server/storage/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/(mail/|secrets\\.ts)` },
      'The storage API needs http, db and contract only.',
    ),
    forbid(
      'foundations-import-no-protocols',
      { path: `${root}server/(http|mail|db)/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/(${protocols}/|app\\.ts|main\\.ts|testing/)` },
    ),
    forbid(
      'realtime-imports-foundations-only',
      { path: `${root}server/realtime/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/(?!(realtime|http|db)/|(config|log)\\.ts)` },
    ),
    forbid(
      'protocols-import-no-app',
      { path: `${root}server/${protocols}/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/(app\\.ts|main\\.ts|testing/)` },
    ),
    forbid(
      'planning-imports-no-database',
      { path: `${root}server/rest/(parse|plan|sql)/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/db/|node_modules/pg/`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'foundations-import-no-secrets',
      { path: `${root}server/(http|mail|db)/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/secrets\\.ts` },
      'secrets.ts imports the database, which receives passwords as parameters.',
    ),
    forbid(
      'schema-imports-no-stage',
      { path: `${root}server/rest/schema/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/rest/(parse|plan|sql|respond|execute)` },
      'The schema cache describes the database, not a request.',
    ),
    forbid(
      'parse-imports-no-later-stage',
      { path: `${root}server/rest/parse/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/rest/(plan|sql|respond|execute)` },
    ),
    forbid(
      'plan-imports-no-later-stage',
      { path: `${root}server/rest/plan/`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/rest/(sql|respond|execute)` },
    ),
    forbid(
      'execute-imports-no-respond',
      { path: `${root}server/rest/(sql/|execute\\.ts)`, pathNot: '\\.test\\.ts$' },
      { path: `${root}server/rest/respond/` },
    ),
    forbid(
      'respond-imports-no-planning',
      { path: `${root}server/rest/respond/`, pathNot: '\\.test\\.ts$' },
      {
        path: `${root}server/rest/(plan/|prepare\\.ts|execute\\.ts)`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'testing-stays-in-tests',
      { path: `${root}(server|web/src)/(?!testing/)`, pathNot: '\\.test\\.tsx?$' },
      { path: `${root}(server|web/src)/testing/` },
    ),
    forbid('imports-resolve', {}, { couldNotResolve: true, path: '^[.#]' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/(dist|renderer)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
