import { spawnSync } from 'node:child_process'

/*
 * Writes everything that is generated, each after what it is made from. The examples take the whole crawl,
 * some minutes; the tests name whatever is out of date.
 */

const vitest = 'node_modules/vitest/vitest.mjs'

/** The test of a file that is written whole: `-u` writes it. */
const snapshotOf = (project: string, file: string): readonly string[] => [
  vitest,
  'run',
  '--project',
  project,
  file,
  '-u',
]

const steps: readonly (readonly [what: string, args: readonly string[]])[] = [
  ['lists of modules, tables, features and texts', ['scripts/modules.ts']],
  ['screens of the console', snapshotOf('console', 'packages/console/src/features.test.ts')],
  ['configuration', snapshotOf('server', 'packages/server/src/platform/config.test.ts')],
  ['examples of calls', ['scripts/openapi-examples.ts']],
  ['OpenAPI documents', ['packages/server/src/openapi-write.ts']],
  ['coverage', ['scripts/coverage.ts']],
]

for (const [what, args] of steps) {
  console.log(`Writing: ${what}`)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`Stopped at: ${what}`)
    process.exitCode = 1
    break
  }
}
