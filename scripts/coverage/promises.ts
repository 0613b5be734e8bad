import { readFileSync } from 'node:fs'
import { isRecord } from '../test/parse.ts'
import type { CoveringTest } from './covers.ts'

/** What the product promises: a behaviour, a rule, a constant (`constant:…`) or a screen (`screen:…`). */
export interface Promised {
  readonly page: 'server' | 'faces'
  readonly section: string
  readonly id: string
  /** The subject that still has to be built before a test can show all of it. */
  readonly later?: string
}

export const promisesPath = 'docs/coverage/promises.json'

const isPromised = (value: unknown): value is Promised =>
  isRecord(value) &&
  (value['page'] === 'server' || value['page'] === 'faces') &&
  typeof value['section'] === 'string' &&
  typeof value['id'] === 'string' &&
  (value['later'] === undefined || typeof value['later'] === 'string')

export const readPromises = (): Promised[] => {
  const list: unknown = JSON.parse(readFileSync(promisesPath, 'utf8'))
  if (!Array.isArray(list) || !list.every(isPromised))
    throw new Error(`${promisesPath} is not a list of promises.`)
  return list
}

/** A screen or a constant is there or is not; a behaviour may be shown in part. */
const isWhole = (id: string): boolean => /^(?:screen|constant):/.test(id)

/** The promises, of which none is still to be built that a test shows whole. */
export const settled = (
  promises: readonly Promised[],
  tests: readonly CoveringTest[],
): Promised[] => {
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  return promises.map((promise) => {
    if (promise.later === undefined || !isWhole(promise.id) || !shown.has(promise.id))
      return promise
    const { later: _later, ...rest } = promise
    return rest
  })
}

/** The text of the list, each row as it is but for what is no longer to be built. */
export const textOfPromises = (text: string, promises: readonly Promised[]): string => {
  const waiting = new Set(
    promises.flatMap(({ id, later }) => (later === undefined ? [] : [`"id": "${id}"`])),
  )
  return text
    .split(/(?=\{\s+"id": )/)
    .map((row) => {
      const [id = ''] = /"id": "[^"]*"/.exec(row) ?? []
      return waiting.has(id) ? row : row.replace(/,\s+"later": "[^"]*"/, '')
    })
    .join('')
}
