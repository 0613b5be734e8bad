import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOf } from '@signet/phrases/node'
import { expect, it } from 'vitest'
import { allRoutes } from './areas.ts'

/*
 * What people read in the audit report and choose from for webhooks. An action without words would
 * show by its technical name, and no webhook could be told of it alone.
 */

const server = join(import.meta.dirname, '..')
const written = /\baudit\(\s*\w+,\s*'([A-Z0-9_]+)'|\baction: '((?:APPLICATION|REQUEST)_[A-Z_]+)'/g

/** By the contract, and as the service's sources write them. */
const actions = new Set([
  ...allRoutes.flatMap(({ endpoint }) => endpoint.audit ?? []),
  ...globSync('**/*.ts', { cwd: server })
    .filter((path) => !/\.(?:test|scenarios)\.ts$|testing\/|^security\//.test(path))
    .flatMap((path) => [...readFileSync(join(server, path), 'utf8').matchAll(written)])
    .map(([, plain, ofApplication]) => plain ?? ofApplication ?? ''),
])

it('every action of the audit log has words', () => {
  expect(actions.size).toBeGreaterThan(100)
  const { actions: words } = Object(textsOf('en', 'userPortal'))
  expect([...actions].filter((action) => !Object.hasOwn(words, action)).toSorted()).toEqual([])
})
