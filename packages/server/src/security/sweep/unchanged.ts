import { beforeAll, expect, it } from 'vitest'
import type { Route } from '../../kit/routes.ts'
import { label } from './shapes.ts'

/** Routes that are tried between two looks at the database. */
const batchSize = 50

/** Rows of a table of tests, a batch each, named by the number of the batch. */
export const inBatches = (routes: readonly Route[]): [number, readonly Route[]][] =>
  Array.from({ length: Math.ceil(routes.length / batchSize) }, (_, at) => [
    at + 1,
    routes.slice(at * batchSize, (at + 1) * batchSize),
  ])

interface Tries {
  /** All that no call may change, by its table. */
  look(): Promise<Readonly<Record<string, string>>>
  /** Builds what the calls of these routes need. */
  prepare(routes: readonly Route[]): Promise<void>
  call(route: Route): Promise<unknown>
}

/** The tables in which two looks differ. */
const tables = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string =>
  Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .join(', ')

/**
 * Which routes change something. Looks before and after all of them, and at halves only where
 * something differs, on rows that are built anew.
 */
export const changing = async (routes: readonly Route[], tries: Tries): Promise<string[]> => {
  await tries.prepare(routes)
  const before = await tries.look()
  for (const route of routes) await tries.call(route)
  const changed = tables(before, await tries.look())
  if (changed === '') return []
  if (routes.length === 1) return routes.map((route) => `${label(route)} changes ${changed}`)
  const half = Math.ceil(routes.length / 2)
  const found = [
    ...(await changing(routes.slice(0, half), tries)),
    ...(await changing(routes.slice(half), tries)),
  ]
  return found.length > 0
    ? found
    : [`${changed}, by something among ${routes.map(label).join(', ')}`]
}

/**
 * Looks before the tests of a batch, on which its calls are made, and adds a last test that looks
 * again: nothing has changed.
 */
export const testUnchanged = (batch: readonly Route[], tries: Tries): void => {
  let before: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    await tries.prepare(batch)
    before = await tries.look()
  })
  it('changes nothing', async () => {
    const changed = tables(before, await tries.look())
    if (changed === '') return
    expect(await changing(batch, tries)).toEqual([])
    expect(changed, 'tables').toBe('')
  })
}
