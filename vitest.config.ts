import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { SeededOrder } from './scripts/test/seeded-order.ts'
import { projectFiles } from './scripts/test/test-files.ts'

const files = (name: keyof typeof projectFiles) => ({
  name,
  include: [...projectFiles[name].include],
  exclude: [...projectFiles[name].exclude, '**/node_modules/**', '**/dist/**'],
})

const ownPostgres = ['./scripts/test/vitest-postgres.ts']

/** Generous timeouts that only catch hangs; not a performance check. */
const patient = {
  // Tests make much that lives briefly: with more room for it, less of it is copied.
  execArgv: ['--max-semi-space-size=128'],
  setupFiles: [fileURLToPath(new URL('./scripts/test/set-up.ts', import.meta.url))],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

/** A web face brings its own Vite configuration: plugins, environment, set-up. */
const face = (name: 'signin' | 'console' | 'authenticator'): TestProjectConfiguration[] => {
  const config = `./packages/${name}/vite.config.ts`
  if (!existsSync(new URL(config, import.meta.url))) return []
  const root = fileURLToPath(new URL(`./packages/${name}`, import.meta.url))
  return [{ extends: config, root, test: { name, include: ['**/*.test.{ts,tsx}'], ...patient } }]
}

/** Node reads these sources itself: no file is transformed for a test. */
const native = { ...patient, experimental: { viteModuleRunner: false } }

/**
 * The service's modules are loaded once a worker: they keep nothing of one tenant for another. Three
 * workers keep two cores busy: each waits a quarter of its time for the database or a browser.
 */
const busy = { ...native, maxWorkers: 3, isolate: false }

export default defineConfig({
  test: {
    sequence: { sequencer: SeededOrder },
    projects: [
      { test: { ...files('unit'), environment: 'node', ...native, isolate: false } },
      ...face('signin'),
      ...face('console'),
      ...face('authenticator'),
      { test: { ...files('server'), ...busy, globalSetup: ownPostgres } },
      { test: { ...files('stock'), ...busy, maxWorkers: 2, globalSetup: ownPostgres } },
      {
        test: {
          ...files('embedded'),
          ...busy,
          maxWorkers: 2,
          // Loops over thousands of simulated steps take a third longer in sources that Node reads.
          experimental: {},
          // A database of its own is migrated from nothing, beside three other suites.
          hookTimeout: 300_000,
          env: { SIGNET_TEST_DATABASE: 'embedded' },
        },
      },
      {
        test: {
          ...files('newcomer'),
          ...busy,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...files('journeys'),
          ...busy,
          testTimeout: 300_000,
          // Longer than a start of the service may take (tests/e2e/support/service.ts).
          hookTimeout: 400_000,
          // As long as pages are waited for (tests/e2e/support/browser.ts).
          expect: { poll: { timeout: 60_000 } },
          globalSetup: [...ownPostgres, './tests/e2e/support/loaded-demonstration.ts'],
          setupFiles: [
            ...patient.setupFiles,
            fileURLToPath(new URL('./tests/e2e/support/on-failure.ts', import.meta.url)),
          ],
        },
      },
    ],
  },
})
