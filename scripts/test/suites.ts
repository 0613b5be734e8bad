import { serverFilesOnBoth } from './test-files.ts'

/** A check that passes or fails as a whole; it counts as one test. */
interface Check {
  readonly kind: 'check'
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
}

/** Vitest projects (vitest.config.ts) that run together. */
export interface VitestSuite {
  readonly kind: 'vitest'
  readonly name: string
  readonly projects: readonly string[]
  /** These files of the projects alone; absent: all of them. */
  readonly files?: readonly string[]
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

const typesSuites = [
  check('types', 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'),
  check('types (browser)', 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.browser.json'),
]
const lint = check('lint', 'oxlint/bin/oxlint', '--deny-warnings')
const format = check('format', '@biomejs/biome/bin/biome', 'check', '--max-diagnostics=100')
const structure = check('structure', 'scripts/structure.ts')

/** The web faces; built only where they are stale. */
const build = check('build', 'scripts/launch.mjs', 'build')

const unit: Suite = {
  kind: 'vitest',
  name: 'unit',
  projects: ['unit', 'signin', 'console', 'authenticator'],
  needs: [],
}
const server: VitestSuite = {
  kind: 'vitest',
  name: 'server',
  projects: ['server'],
  needs: ['postgres'],
}
const embedded: Suite = { kind: 'vitest', name: 'embedded', projects: ['embedded'], needs: [] }
const journeys: VitestSuite = {
  kind: 'vitest',
  name: 'journeys',
  projects: ['journeys'],
  needs: ['postgres', 'chromium'],
}

const onEmbedded = (suite: VitestSuite): VitestSuite => ({
  ...suite,
  name: `${suite.name} (embedded)`,
  env: { SIGNET_TEST_DATABASE: 'embedded' },
})

const embeddedServer: VitestSuite = { ...onEmbedded(server), files: serverFilesOnBoth() }

/** What a browser sees does not depend on the database: one journey there shows it all works. */
const embeddedJourneys: VitestSuite = {
  ...onEmbedded(journeys),
  files: ['tests/e2e/journeys/first-journey.test.ts'],
  needs: ['chromium'],
}

/** Suites in the order they run: what fails fastest stands first. */
export const plans = {
  quick: [...typesSuites, lint, structure, unit],
  full: [
    ...typesSuites,
    lint,
    format,
    structure,
    unit,
    build,
    server,
    embedded,
    journeys,
    embeddedJourneys,
  ],
  all: [
    ...typesSuites,
    lint,
    format,
    structure,
    unit,
    build,
    server,
    journeys,
    embedded,
    embeddedServer,
    embeddedJourneys,
  ],
} as const satisfies Record<string, readonly Suite[]>
