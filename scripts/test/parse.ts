import type { VitestReport } from './reporter.ts'
import type { FileTiming, Skip } from './result.ts'

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

export const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isSkips = (value: unknown): value is Skip[] =>
  Array.isArray(value) &&
  value.every(
    (entry: unknown) =>
      isRecord(entry) && typeof entry['name'] === 'string' && typeof entry['reason'] === 'string',
  )

const isTimings = (value: unknown): value is FileTiming[] =>
  Array.isArray(value) &&
  value.every(
    (entry: unknown) =>
      isRecord(entry) &&
      typeof entry['file'] === 'string' &&
      typeof entry['seconds'] === 'number' &&
      typeof entry['cpuSeconds'] === 'number' &&
      typeof entry['endpoints'] === 'number',
  )

export const parseReport = (text: string): VitestReport => {
  const report: unknown = JSON.parse(text)
  if (isRecord(report)) {
    const { passed, failed, failures, skipped, files, cutOff, timings, notes } = report
    if (
      typeof passed === 'number' &&
      typeof failed === 'number' &&
      isStrings(failures) &&
      isSkips(skipped) &&
      isStrings(files) &&
      isStrings(cutOff) &&
      isTimings(timings) &&
      isStrings(notes)
    )
      return { passed, failed, failures, skipped, files, cutOff, timings, notes }
  }
  throw new Error('Not a report of the test runner.')
}
