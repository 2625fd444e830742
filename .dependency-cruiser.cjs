/** Import rules (docs/architecture.md#packages), and no circular imports. `npm test` runs it. */

/** Files of `from` must not import files of `to`, not even their types. */
const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Folders of the engine, from the top. Folders of one row do not import each other. */
const engineLayers = [
  [
    'async-requests',
    'batches',
    'payment-requests',
    'pictures',
    'records',
    'health',
    'shops',
    'bots',
    'webhooks',
  ],
  ['verification'],
  ['metering'],
  ['access'],
  ['store'],
  ['shared'],
  ['api'],
];

module.exports = {
  forbidden: [
    forbidden('no-circular', 'Circular imports cannot be understood in any order.', {}, { circular: true }),
    forbidden(
      'providers-import-no-others',
      'A provider is pure: it imports only its own parsers and packages.',
      { path: '^src/providers/' },
      { path: '^(src|bots)/', pathNot: '^src/(providers/|money\\.ts$)' },
    ),
    forbidden(
      'engine-through-interfaces',
      'The engine gets its dependencies as interfaces; it may import their types, the resolution of references and the page of a receipt.',
      { path: '^src/engine/' },
      {
        path: '^(src|bots)/',
        pathNot:
          '^src/(engine/|(deadline|log|money)\\.ts$|config/|providers/(types|resolver?|pages)\\.ts$|(egress|extractor|sandbox)/types\\.ts$)',
      },
    ),
    forbidden(
      'egress-imports-no-engine',
      'Egress and extractor import configuration, never their callers.',
      { path: '^src/(egress|extractor)/' },
      { path: '^(src/(engine|sidecar|web|cli|sandbox|server)/|bots/)' },
    ),
    forbidden(
      'sandbox-imports-no-engine',
      'Simulated banks import banks and their own state, not the engine that calls them.',
      { path: '^src/sandbox/' },
      { path: '^(src/(engine|sidecar|web|cli|egress|server)/|bots/)', pathNot: '^src/egress/types\\.ts$' },
    ),
    forbidden(
      'sandbox-draws-by-itself',
      'The code that draws receipts is loaded by the sandbox alone, with the first drawing.',
      { path: '^(src|bots)/', pathNot: '^src/sandbox/' },
      { path: '^src/sandbox/(screenshots|pdf-renderer)/' },
    ),
    forbidden(
      'transports-import-the-engine-only',
      'REST, pages, command line and bots import the public API of the engine: never a provider, egress or the store.',
      { path: '^(src/(sidecar|web|cli)|bots)/' },
      {
        path: '^src/(providers|egress|extractor|sandbox|engine)/',
        pathNot:
          '^src/(engine/index\\.ts$|engine/api/|(sandbox|extractor|providers)/types\\.ts$|extractor/decoder-process/worker-url\\.ts$)',
      },
    ),
    ...engineLayers.flatMap((layer, index) =>
      layer.map((folder) => {
        const above = [...engineLayers.slice(0, index + 1).flat()].filter((other) => other !== folder);
        return forbidden(
          `engine-imports-downward (${folder})`,
          'Inside the engine imports run one way: a folder imports only layers below it.',
          { path: `^src/engine/${folder}/` },
          { path: `^src/engine/([^/]+\\.ts$|(${above.join('|')})/)` },
        );
      }),
    ),
    ...['src/sidecar', 'src/web', 'src/cli', 'bots/cashier', 'bots/admin'].map((transport) =>
      forbidden(
        `no-transport-imports-another (${transport})`,
        'REST, pages, command line and bots do not depend on each other.',
        { path: `^${transport}/` },
        { path: '^(src/(sidecar|web|cli)|bots)/', pathNot: `^(${transport}|bots/shared)/` },
      ),
    ),
    forbidden(
      'bots-share-no-framework',
      'Code that both bots share uses neither of their frameworks.',
      { path: '^bots/shared/' },
      {
        path: '^bots/(cashier|admin)/|(^|/)(grammy|@grammyjs|telegraf)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbidden(
      'only-the-store-imports-redis',
      'Redis is used in engine/store only.',
      { path: '^(src|bots)/', pathNot: '^src/engine/store/' },
      { path: '(^|/)(ioredis|js-redis-server)(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    forbidden(
      'sources-import-no-tests',
      'Shipped code does not depend on tests or benchmarks.',
      { path: '^(src|bots)/' },
      { path: '^(test|bench)/' },
    ),
    forbidden(
      'clients-stand-alone',
      'A client is published by itself: of the repository it imports nothing else.',
      { path: '^clients/typescript/' },
      { path: '^(src|bots|test|bench|docs|scripts)/|^clients/[^/]+\\.ts$' },
    ),
    forbidden(
      'no-undeclared-package',
      'Every imported package is declared in package.json.',
      { path: '^(src|bots)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    ),
    forbidden(
      'no-unresolvable',
      'An import that cannot be resolved.',
      { path: '^(src|bots|test|bench|clients)/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
