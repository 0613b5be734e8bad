import { findProgram, installPeers } from './machine.ts'
import { startPostgres } from './postgres.ts'
import type { VitestSuite } from './suites.ts'

type Tool = VitestSuite['needs'][number]

/** What the suites talk to: environment variables that say where it is, or why it is missing. */
export interface Tools {
  readonly env: Readonly<Record<string, string>>
  readonly missing: Readonly<Partial<Record<Tool, string>>>
  /** What was found, for the reader of the output. */
  readonly told: readonly string[]
  stop(): Promise<void>
}

const browsers = [
  process.env['SIGNET_CHROMIUM'] ?? '',
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].filter((browser) => browser !== '')

const none: Tools = { env: {}, missing: {}, told: [], stop: () => Promise.resolve() }

const chromium = (): Tools => {
  const wrong = installPeers()
  const path = browsers.map(findProgram).find((found) => found !== undefined)
  if (path === undefined)
    return { ...none, missing: { chromium: wrong ?? 'no Chromium (SIGNET_CHROMIUM names one)' } }
  const shell = process.env['SIGNET_CHROMIUM'] ? undefined : findProgram('chromium-headless-shell')
  return {
    ...none,
    env: {
      SIGNET_CHROMIUM: path,
      ...(shell === undefined ? {} : { SIGNET_CHROMIUM_SHELL: shell }),
    },
    told: [`Chromium: ${path}, ${shell ?? 'no headless shell'}`],
  }
}

const postgres = async (): Promise<Tools> => {
  if (process.env['TEST_DATABASE_URL']) return { ...none, told: ['PostgreSQL: TEST_DATABASE_URL'] }
  try {
    const server = await startPostgres()
    return {
      ...none,
      env: { TEST_DATABASE_URL: server.url },
      told: [server.version],
      stop: () => server.stop(),
    }
  } catch (error) {
    return {
      ...none,
      missing: { postgres: error instanceof Error ? error.message : String(error) },
    }
  }
}

const join = (one: Tools, other: Tools): Tools => ({
  env: { ...one.env, ...other.env },
  missing: { ...one.missing, ...other.missing },
  told: [...one.told, ...other.told],
  stop: async () => {
    await Promise.all([one.stop(), other.stop()])
  },
})

/** Brings up what these suites need, once for all of them. */
export const prepareTools = async (needed: ReadonlySet<Tool>): Promise<Tools> =>
  join(needed.has('chromium') ? chromium() : none, needed.has('postgres') ? await postgres() : none)
