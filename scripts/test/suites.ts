import { baseOfWork, changedSince } from './git.ts'
import { relatedTests } from './related-tests.ts'
import { filesOf, serverFilesOnBoth } from './test-files.ts'

interface Named {
  readonly name: string
  /** Suites of one stage that follow each other run at the same time; without one a suite runs alone. */
  readonly stage?: 'static' | 'embedded'
}

/** A check that passes or fails as a whole; it counts as one test. */
interface Check extends Named {
  readonly kind: 'check'
  readonly file: string
  readonly args: readonly string[]
}

/** Vitest projects (vitest.config.ts) that run together. */
export interface VitestSuite extends Named {
  readonly kind: 'vitest'
  readonly projects: readonly string[]
  /** These files of the projects alone; absent: all of them. */
  readonly files?: readonly string[]
  /**
   * Runs in parts beside each other, each in one process: a process that takes file after file keeps
   * its document object model, workers of one process make it anew for each.
   */
  readonly isDivided?: boolean
  readonly needs: readonly ('postgres' | 'chromium')[]
  readonly env?: Readonly<Record<string, string>>
}

export type Suite = Check | VitestSuite

const check = (name: string, file: string, ...args: string[]): Check => ({
  kind: 'check',
  name,
  file: file.startsWith('scripts/') ? file : `node_modules/${file}`,
  args,
})
const staticCheck = (...parts: Parameters<typeof check>): Check => ({
  ...check(...parts),
  stage: 'static',
})

const typesSuites = [
  staticCheck('types', 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'),
  staticCheck('types (browser)', 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.browser.json'),
]
const lint = staticCheck('lint', 'oxlint/bin/oxlint', '--deny-warnings')
const format = staticCheck('format', '@biomejs/biome/bin/biome', 'check', '--max-diagnostics=100')
const structure = staticCheck('structure', 'scripts/structure.ts')
const expressions = staticCheck('regular expressions', 'scripts/expressions.ts')

/** The web faces; built only where they are stale. */
const build = check('build', 'scripts/launch.mjs', 'build')

const unit: VitestSuite = {
  kind: 'vitest',
  name: 'unit',
  projects: ['unit', 'signin', 'console', 'authenticator'],
  isDivided: true,
  needs: [],
}
/** The path of a newcomer: README and documents as written, with their own services. */
const newcomer: VitestSuite = {
  kind: 'vitest',
  name: 'newcomer',
  stage: 'embedded',
  projects: ['newcomer'],
  needs: ['chromium'],
}
/** Client libraries and products that others have written, with their defaults. */
const stock: VitestSuite = {
  kind: 'vitest',
  name: 'stock',
  projects: ['stock'],
  needs: ['postgres'],
}
const server: VitestSuite = {
  kind: 'vitest',
  name: 'server',
  projects: ['server'],
  needs: ['postgres'],
  // Printed with a failure: what an answer of 500 hides.
  env: { SIGNET_TEST_LOG: 'error' },
}
const embedded: Suite = {
  kind: 'vitest',
  name: 'embedded',
  stage: 'embedded',
  projects: ['embedded'],
  needs: [],
}
const journeys: VitestSuite = {
  kind: 'vitest',
  name: 'journeys',
  projects: ['journeys'],
  needs: ['postgres', 'chromium'],
}

const onEmbedded = (suite: VitestSuite): VitestSuite => ({
  ...suite,
  name: `${suite.name} (embedded)`,
  env: { ...suite.env, SIGNET_TEST_DATABASE: 'embedded' },
})

const embeddedServer: VitestSuite = { ...onEmbedded(server), files: serverFilesOnBoth() }

/** What a browser sees does not depend on the database: one journey there shows it all works. */
const embeddedJourneys: VitestSuite = {
  ...onEmbedded(journeys),
  stage: 'embedded',
  files: ['tests/e2e/journeys/first-journey.test.ts'],
  needs: ['chromium'],
}

/** Tests of the tests of pure files: runs after everything is recorded, since it judges no product. */
export const mutants = check('mutants', 'scripts/mutants.ts')

/** What needs neither a service nor a document object model. */
const quickUnit: VitestSuite = { ...unit, projects: ['unit'] }

/** Suites in the order they run: what fails fastest stands first. */
export const plans = {
  quick: [...typesSuites, lint, structure, expressions, quickUnit],
  full: [
    ...typesSuites,
    lint,
    format,
    structure,
    expressions,
    unit,
    build,
    newcomer,
    embeddedJourneys,
    embedded,
    stock,
    server,
    journeys,
  ],
  all: [
    ...typesSuites,
    lint,
    format,
    structure,
    expressions,
    unit,
    build,
    newcomer,
    embeddedJourneys,
    embedded,
    stock,
    server,
    journeys,
    embeddedServer,
  ],
} as const satisfies Record<string, readonly Suite[]>

/** Those of a suite's files that are about what the work at hand changed. */
const changedPart = (suite: VitestSuite, changed: ReadonlySet<string>): VitestSuite[] => {
  const files = relatedTests(changed, filesOf(suite.projects))
  return files.length === 0 ? [] : [{ ...suite, files }]
}

/** The crawl over the product, which takes the changed routes alone. */
const crawl = 'packages/server/src/security/crawl.test.ts'

/** Static checks, and the tests about what changed since the upstream branch. */
export const changedPlan = (): Suite[] => {
  const changed = changedSince(baseOfWork()) ?? new Set()
  const touchesService = [...changed].some((file) => /^packages\/(?:contract|server)\//.test(file))
  return [
    ...typesSuites,
    lint,
    format,
    structure,
    expressions,
    ...changedPart(unit, changed),
    ...changedPart(server, touchesService ? new Set([...changed, crawl]) : changed),
  ]
}

export const stagesOf = (suites: readonly Suite[]): Suite[][] => {
  const stages: Suite[][] = []
  for (const suite of suites) {
    const last = stages.at(-1)
    if (suite.stage !== undefined && last?.[0]?.stage === suite.stage) last.push(suite)
    else stages.push([suite])
  }
  return stages
}
