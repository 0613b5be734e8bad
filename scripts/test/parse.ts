import type { VitestReport } from './reporter.ts'
import type { Skip } from './result.ts'

/** Small readers of JSON that others wrote: what is not as expected is refused, not believed. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Link {
  readonly source: string
  readonly target: string
}

export const parseLinks = (text: string): Link[] => {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error('Expected a list of symbolic links.')
  return list.map((entry: unknown) => {
    if (
      isRecord(entry) &&
      typeof entry['source'] === 'string' &&
      typeof entry['target'] === 'string'
    )
      return { source: entry['source'], target: entry['target'] }
    throw new Error(`Expected a symbolic link, got ${JSON.stringify(entry)}.`)
  })
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isSkips = (value: unknown): value is Skip[] =>
  Array.isArray(value) &&
  value.every(
    (entry: unknown) =>
      isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['reason'] === 'string',
  )

export const parseReport = (text: string): VitestReport => {
  const report: unknown = JSON.parse(text)
  if (isRecord(report)) {
    const { passed, failed, skipped, repeated, files, cutOff } = report
    if (
      typeof passed === 'number' &&
      typeof failed === 'number' &&
      isSkips(skipped) &&
      isStrings(repeated) &&
      isStrings(files) &&
      isStrings(cutOff)
    )
      return { passed, failed, skipped, repeated, files, cutOff }
  }
  throw new Error('Not a report of the test runner.')
}
