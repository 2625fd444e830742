/** Who may know whom (docs/architecture.md#packages), and no circular imports. `npm test` runs it. */

/** What `from` must not import, be it only for its types. */
const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Folders of the engine, from the top: what stands in one row does not know the others of its row. */
const engineLayers = [
  ['async-requests', 'pictures', 'health', 'shops', 'bots'],
  ['verification'],
  ['metering'],
  ['access'],
  ['store'],
  ['shared'],
  ['api'],
];

module.exports = {
  forbidden: [
    forbidden(
      'no-circular',
      'A circle of imports has no order in which it can be understood.',
      {},
      { circular: true },
    ),
    forbidden(
      'providers-know-nobody',
      'A bank is pure: it knows its own readers and packages, nobody else.',
      { path: '^src/providers/' },
      { path: '^(src|bots)/', pathNot: '^src/(providers/|money\\.ts$)' },
    ),
    forbidden(
      'engine-through-seams',
      'The engine gets its parts as interfaces; it may know their types, how references are resolved, and the page of a receipt.',
      { path: '^src/engine/' },
      {
        path: '^(src|bots)/',
        pathNot:
          '^src/(engine/|(deadline|log|money)\\.ts$|config/|providers/(types|resolve|pages)\\.ts$|(egress|extractor|sandbox)/types\\.ts$)',
      },
    ),
    forbidden(
      'egress-knows-no-engine',
      'The way out knows configuration, never who asks or why.',
      { path: '^src/(egress|extractor)/' },
      { path: '^(src/(engine|sidecar|web|cli|sandbox|server)/|bots/)' },
    ),
    forbidden(
      'sandbox-knows-no-engine',
      'Simulated banks know the banks and their own state, not the engine that asks them.',
      { path: '^src/sandbox/' },
      { path: '^(src/(engine|sidecar|web|cli|egress|server)/|bots/)', pathNot: '^src/egress/types\\.ts$' },
    ),
    forbidden(
      'doors-know-the-engine-only',
      'REST, pages, command line and bots see the door of the engine, or what it hands on whole: never a bank, the network or a store.',
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
          'Inside the engine imports run one way: a folder knows those of the layers below it.',
          { path: `^src/engine/${folder}/` },
          { path: `^src/engine/(index\\.ts$|(${above.join('|')})/)` },
        );
      }),
    ),
    ...['src/sidecar', 'src/web', 'src/cli', 'bots/cashier', 'bots/admin'].map((door) =>
      forbidden(
        `no-door-knows-another (${door})`,
        'Doors of the same engine must not lean on each other.',
        { path: `^${door}/` },
        { path: '^(src/(sidecar|web|cli)|bots)/', pathNot: `^(${door}|bots/shared)/` },
      ),
    ),
    forbidden(
      'bots-share-no-framework',
      'What both bots share is written for neither of their frameworks.',
      { path: '^bots/shared/' },
      {
        path: '^bots/(cashier|admin)/|(^|/)(grammy|@grammyjs|telegraf)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbidden(
      'only-the-store-knows-redis',
      'Redis is spoken to in engine/store alone.',
      { path: '^(src|bots)/', pathNot: '^src/engine/store/' },
      { path: '(^|/)(ioredis|js-redis-server)(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    forbidden(
      'sources-know-no-tests',
      'What ships does not depend on tests or benchmarks.',
      { path: '^(src|bots)/' },
      { path: '^(test|bench)/' },
    ),
    forbidden(
      'no-undeclared-package',
      'Every package that is imported stands in package.json.',
      { path: '^(src|bots)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    ),
    forbidden(
      'no-unresolvable',
      'An import that leads nowhere.',
      { path: '^(src|bots|test|bench)/' },
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
