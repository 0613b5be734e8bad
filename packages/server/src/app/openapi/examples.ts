import { existsSync, readFileSync } from 'node:fs'
import { isJson, type Json } from './json.ts'

/** A call as it was made once, without its secrets. */
export interface Example {
  readonly request?: unknown
  readonly answer?: unknown
}

const folder = new URL('./examples/', import.meta.url)
const read = new Map<string, Json>()

/** The examples of an area by method and path, as the crawl of the tests writes them. */
const examplesOf = (area: string): Json => {
  const before = read.get(area)
  if (before !== undefined) return before
  const file = new URL(`${area}.json`, folder)
  const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const examples = isJson(parsed) ? parsed : {}
  read.set(area, examples)
  return examples
}

export const exampleOf = (area: string, label: string): Example => {
  const found = examplesOf(area)[label]
  return isJson(found) ? found : {}
}
