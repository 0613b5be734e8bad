import { faces } from './builds.mjs'
import { inRoot } from './root.mjs'

const script = (file) => (given) => [{ file, args: given }]

/**
 * Of Node's own accord young objects take up to 134 MB; with 34 MB the service is as fast. Old ones
 * are looked through when they have grown by 60 percent, not when they have grown fourfold: an
 * import takes a quarter less memory. The service itself gives back what its start has left behind.
 */
const serviceFlags = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--expose-gc']

const service = (given) => [
  { file: 'packages/server/dist/main.js', args: given, nodeArgs: serviceFlags },
]

const tsc = 'node_modules/typescript/bin/tsc'
const vite = inRoot('node_modules/vite/bin/vite.js')

/** The programs that run side by side while one works on the product. */
const develop = (given) => [
  { file: 'packages/server/src/main.ts', args: given, nodeArgs: ['--watch'] },
  ...faces().map((face) => ({ file: vite, args: ['build', '--watch'], cwd: face.folder })),
]

const typecheck = (given) =>
  ['tsconfig.json', 'tsconfig.browser.json'].map((config) => ({
    file: tsc,
    args: ['--noEmit', '-p', config, ...given],
  }))

const format = (given) => {
  const mode = given.includes('--check') ? [] : ['--write']
  const rest = given.filter((argument) => argument !== '--check')
  return [{ file: 'node_modules/@biomejs/biome/bin/biome', args: ['check', ...mode, ...rest] }]
}

/**
 * What each npm verb runs. `programs` are started under the pinned Node; `built` says whether
 * the web faces and the service are built before.
 */
export const verbs = {
  start: { built: true, programs: service },
  test: { programs: script('scripts/test.ts') },
  dev: { programs: develop },
  build: { built: true, programs: () => [] },
  typecheck: { programs: typecheck },
  lint: {
    programs: (given) => [
      { file: 'node_modules/oxlint/bin/oxlint', args: ['--deny-warnings', ...given] },
    ],
  },
  format: { programs: format },
  structure: { programs: script('scripts/structure.ts') },
  modules: { programs: script('scripts/modules.ts') },
  generate: { programs: script('scripts/generate.ts') },
  expressions: { programs: script('scripts/expressions.ts') },
  advisories: { programs: script('scripts/advisories.ts') },
  coverage: { programs: script('scripts/coverage.ts') },
  openapi: { programs: script('packages/server/src/openapi-write.ts') },
  'openapi:examples': { programs: script('scripts/openapi-examples.ts') },
  e2e: {
    built: true,
    programs: (given) => [{ file: 'scripts/test.ts', args: ['--only', 'journeys', ...given] }],
  },
  'db:migrate': { programs: script('packages/server/src/migrate.ts') },
  'db:new': { programs: script('scripts/new-migration.ts') },
  bench: { built: true, programs: script('bench/main.ts') },
  'bench:timing': { built: true, programs: script('bench/timing.ts') },
  'test:mutants': { programs: script('scripts/mutants.ts') },
  mutations: { programs: script('scripts/mutations.ts') },
  release: { programs: script('scripts/release.ts') },
  radius: { programs: script('packages/radius/src/main.ts') },
  'site-agent': { programs: script('packages/site-agent/src/main.ts') },
  'texts:missing': { programs: script('packages/phrases/src/missing.ts') },
  sample: { programs: script('examples/openid-client/main.ts') },
  signet: { programs: script('packages/server/src/cli/signet.ts') },
}
