import { globSync } from 'node:fs'

const pure = '{rules,algorithms,phrases,card,contract,radius,site-agent}'

/** Names with `.embedded.` need the embedded database; the rest of these run on both. */
const embeddedToo = [
  'packages/server/src/platform/db/**/*.test.ts',
  'packages/server/src/platform/queue/**/*.test.ts',
  'packages/server/src/security/{killed,graceful-stop}.test.ts',
  'packages/server/src/modules/access/sign-in/races.test.ts',
  'packages/server/src/app/upkeep/*.test.ts',
]
const embeddedOnly = ['packages/server/{src,testing}/**/*.embedded.test.ts']

interface Files {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Several processes or transactions at one database at once, or its socket: the embedded one has none. */
const postgresOnly = [
  'packages/server/src/security/{two-nodes,key-rotation,database-gone,killed-tenants}.test.ts',
  'packages/server/src/cli/*.test.ts',
  'packages/server/src/app/round-trips.test.ts',
  'packages/server/src/modules/operations/bulk-operations/life-cycle/{bulk-statements,bulk-turns}.test.ts',
  'packages/server/src/modules/operations/bulk-operations/kinds/taken-over-numbers.test.ts',
  'packages/server/src/modules/operations/webhooks/webhook-nodes.test.ts',
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
  stock: { include: ['tests/stock/**/*.test.ts'], exclude: [] },
  newcomer: { include: ['tests/e2e/newcomer/**/*.test.ts'], exclude: [] },
  journeys: { include: ['tests/e2e/journeys/**/*.test.ts'], exclude: [] },
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
