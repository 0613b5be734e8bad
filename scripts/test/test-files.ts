import { globSync } from 'node:fs'

const pure = '{rules,algorithms,phrases,card,contract,radius,site-agent}'

/** Names with `.embedded.` need the embedded database; the rest of these run on both. */
const embeddedToo = [
  'packages/server/src/platform/db/**/*.test.ts',
  'packages/server/src/platform/queue/**/*.test.ts',
  'packages/server/src/security/{sweeps,canaries,killed,graceful-stop}.test.ts',
  'packages/server/src/modules/access/sign-in/races.test.ts',
  'packages/server/src/app/upkeep/*.test.ts',
]
const embeddedOnly = ['packages/server/src/**/*.embedded.test.ts']

interface Files {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Processes beside the test's own at one database: the embedded one serves one process. */
const postgresOnly = [
  'packages/server/src/security/{two-nodes,key-rotation,database-gone}.test.ts',
  'packages/server/src/cli/*.test.ts',
]

/** The test files of each Vitest project; vitest.config.ts reads the same table. */
export const projectFiles = {
  unit: {
    include: [`packages/${pure}/src/**/*.test.ts`, 'scripts/**/*.test.ts'],
    exclude: [],
  },
  signin: { include: ['packages/signin/**/*.test.{ts,tsx}'], exclude: [] },
  console: { include: ['packages/console/**/*.test.{ts,tsx}'], exclude: [] },
  authenticator: { include: ['packages/authenticator/**/*.test.{ts,tsx}'], exclude: [] },
  server: { include: ['packages/server/src/**/*.test.ts'], exclude: embeddedOnly },
  embedded: { include: [...embeddedToo, ...embeddedOnly], exclude: [] },
  journeys: { include: ['tests/e2e/**/*.test.ts'], exclude: [] },
} as const satisfies Record<string, Files>

/** Minutes each, in whatever order their size would bring them. */
export const longFiles: readonly string[] = ['tests/e2e/journeys/every-screen.test.ts']

const isProject = (name: string): name is keyof typeof projectFiles =>
  Object.hasOwn(projectFiles, name)

const left = ['**/node_modules/**', '**/dist/**']

/** The test files of these projects in the checkout. */
export const filesOf = (projects: readonly string[]): string[] =>
  projects.filter(isProject).flatMap((name) => {
    const { include, exclude } = projectFiles[name]
    return globSync([...include], { exclude: [...exclude, ...left] })
  })

/** What of the server suite runs on the embedded database too, when everything does. */
export const serverFilesOnBoth = (): string[] =>
  globSync([...projectFiles.server.include], {
    exclude: [...embeddedOnly, ...postgresOnly, ...left],
  })

/** Every test file of the checkout, in a project or not. */
export const allTestFiles = (): string[] =>
  globSync('{packages,scripts,tests,bench,examples}/**/*.test.{ts,tsx,mjs}', { exclude: left })
