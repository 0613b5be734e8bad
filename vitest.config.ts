import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { projectFiles } from './scripts/test/test-files.ts'

const files = (name: keyof typeof projectFiles) => ({
  name,
  include: [...projectFiles[name].include],
  exclude: [...projectFiles[name].exclude, '**/node_modules/**', '**/dist/**'],
})

const ownPostgres = ['./scripts/test/vitest-postgres.ts']

/** A web face brings its own Vite configuration: plugins, environment, set-up. */
const face = (name: 'signin' | 'console' | 'authenticator'): TestProjectConfiguration[] => {
  const config = `./packages/${name}/vite.config.ts`
  if (!existsSync(new URL(config, import.meta.url))) return []
  const root = fileURLToPath(new URL(`./packages/${name}`, import.meta.url))
  return [{ extends: config, root, test: { name, include: ['**/*.test.{ts,tsx}'] } }]
}

/** Bounds that a busy machine does not reach: they end what hangs, and tell nothing of speed. */
const patient = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }
/** The service's modules are loaded once a worker: they keep nothing of one tenant for another. */
const onDatabase = { ...patient, maxWorkers: 2, isolate: false }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...files('unit'), environment: 'node', ...patient } },
      ...face('signin'),
      ...face('console'),
      ...face('authenticator'),
      { test: { ...files('server'), ...onDatabase, globalSetup: ownPostgres } },
      {
        test: {
          ...files('embedded'),
          ...onDatabase,
          testTimeout: 120_000,
          env: { SIGNET_TEST_DATABASE: 'embedded' },
        },
      },
      {
        test: {
          ...files('journeys'),
          ...patient,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          isolate: false,
          globalSetup: ownPostgres,
        },
      },
    ],
  },
})
