import { readFileSync } from 'node:fs'
import { isRecord } from '../test/parse.ts'

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
