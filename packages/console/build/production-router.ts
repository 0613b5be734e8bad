import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The package's entry names its development build for browsers; the other one lies beside it. */
const entry = fileURLToPath(
  new URL('dist/production/index.mjs', import.meta.resolve('react-router/package.json')),
)

/** Builds with the router's production files. */
export const productionRouter = (): Plugin => ({
  name: 'signet-production-router',
  apply: 'build',
  config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: entry }] } }),
})
