import { defineConfig } from 'vitest/config'
import { mutated } from './files.ts'

/** Stryker runs it in a copy of the checkout; a mutant that loops is ended by Stryker's own limit. */
export default defineConfig({
  test: {
    environment: 'node',
    include: Object.values(mutated).flat(),
    setupFiles: ['./scripts/test/set-up.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
