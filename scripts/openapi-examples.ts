import { spawnSync } from 'node:child_process'

/* Has the crawl of the server's tests write the examples of the OpenAPI documents, from a database of tests. */

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    'packages/server/src/security/crawl.test.ts',
    '-t',
    'OpenAPI',
  ],
  { env: { ...process.env, OPENAPI_EXAMPLES: 'write' }, stdio: 'inherit' },
)
process.exitCode = status ?? 1
