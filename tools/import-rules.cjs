/**
 * Who may import whom. Web: app → features → data | ui → lib → contract. Server: main → app →
 * protocols → http | mail | db → contract. The walls also stand in tools/planted, where each is broken once.
 */
const at = '^(?:tools/planted/)?';
const protocols = '(auth|rest|storage|realtime|functions|payments|avatars|notifications)';

function wall(name, from, to, comment) {
  return { name, severity: 'error', comment, from, to };
}

module.exports = {
  forbidden: [
    wall(
      'no-cycle',
      {},
      { circular: true },
      'Modules that import each other have no order to be read in.',
    ),
    wall(
      'contract-imports-nothing',
      { path: `${at}contract/` },
      { pathNot: `${at}contract/` },
      'Both sides agree on it; it depends on neither.',
    ),
    wall(
      'sides-apart',
      { path: `${at}web/` },
      { path: `${at}(server|tools(?!/planted)|bench|e2e)/` },
      'The page knows the protocol, not the server.',
    ),
    wall(
      'sides-apart-server',
      { path: `${at}server/` },
      { path: `${at}(web|bench|e2e)/` },
      'The server knows the protocol, not the page.',
    ),
    wall(
      'journeys-import-no-product-code',
      { path: `${at}(e2e|bench)/` },
      { path: `${at}(web|server|contract|supabase)/` },
      'They look from outside.',
    ),
    wall(
      'only-data-imports-the-client',
      { path: `${at}web/src/(?!data/)` },
      { path: 'node_modules/@supabase/' },
      'One room talks to the server.',
    ),
    wall(
      'lib-is-pure',
      { path: `${at}web/src/lib/` },
      { path: `${at}web/src/(app|features|data|ui)/` },
    ),
    wall(
      'ui-knows-no-entity',
      { path: `${at}web/src/ui/` },
      { path: `${at}web/src/(app|features|data)/` },
    ),
    wall(
      'data-knows-no-screen',
      { path: `${at}web/src/data/` },
      { path: `${at}web/src/(app|features|ui)/` },
    ),
    wall('features-below-app', { path: `${at}web/src/features/` }, { path: `${at}web/src/app/` }),
    wall(
      'features-apart',
      { path: `${at}web/src/features/([^/]+)/` },
      { path: `${at}web/src/features/([^/]+)/`, pathNot: `${at}web/src/features/$1/` },
      'The route composes features.',
    ),
    wall(
      'protocols-apart',
      { path: `${at}server/${protocols}/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/${protocols}/`, pathNot: `${at}server/$1/` },
    ),
    wall(
      'foundations-below-protocols',
      { path: `${at}server/(http|mail|db)/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/(${protocols}/|app\\.ts|main\\.ts|testing/)` },
    ),
    wall(
      'protocols-below-app',
      { path: `${at}server/${protocols}/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/(app\\.ts|main\\.ts|testing/)` },
    ),
    wall(
      'plans-know-no-database',
      { path: `${at}server/rest/(parse|plan|sql)/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/db/|node_modules/pg/`, dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'secrets-above-foundations',
      { path: `${at}server/(http|mail|db)/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/secrets\\.ts` },
      'The secrets know the database, which receives its passwords.',
    ),
    wall(
      'schema-before-stages',
      { path: `${at}server/rest/schema/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/rest/(parse|plan|sql|respond|execute)` },
      'The schema cache describes the database, no request.',
    ),
    wall(
      'parse-before-plan',
      { path: `${at}server/rest/parse/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/rest/(plan|sql|respond|execute)` },
    ),
    wall(
      'plan-before-sql',
      { path: `${at}server/rest/plan/`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/rest/(sql|respond|execute)` },
    ),
    wall(
      'execute-before-respond',
      { path: `${at}server/rest/(sql/|execute\\.ts)`, pathNot: '\\.test\\.ts$' },
      { path: `${at}server/rest/respond/` },
    ),
    wall(
      'responses-plan-nothing',
      { path: `${at}server/rest/respond/`, pathNot: '\\.test\\.ts$' },
      {
        path: `${at}server/rest/(plan/|prepare\\.ts|execute\\.ts)`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    wall(
      'testing-stays-in-tests',
      { path: `${at}(server|web/src)/(?!testing/)`, pathNot: '\\.test\\.tsx?$' },
      { path: `${at}(server|web/src)/testing/` },
    ),
    wall('everything-resolves', {}, { couldNotResolve: true, path: '^[.#]' }),
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
