import { isRecord } from '../test/parse.ts'
import type { Survivor } from './survivors.ts'

/** What Stryker says of one mutant. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly from: string
  readonly to: string
  readonly status: string
}

interface Place {
  readonly line: number
  readonly column: number
}

const isPlace = (value: unknown): value is Place =>
  isRecord(value) && typeof value['line'] === 'number' && typeof value['column'] === 'number'

const between = (source: string, start: Place, end: Place): string =>
  source
    .split('\n')
    .slice(start.line - 1, end.line)
    .map((line, at, lines) => {
      const to = at === lines.length - 1 ? end.column - 1 : undefined
      return line.slice(at === 0 ? start.column - 1 : 0, to).trim()
    })
    .join(' ')

const mutantOf = (file: string, source: string, value: unknown): Mutant => {
  if (isRecord(value) && isRecord(value['location'])) {
    const { mutatorName: mutator, replacement: to, status, location } = value
    const { start, end } = location
    if (typeof mutator === 'string' && typeof status === 'string' && isPlace(start) && isPlace(end))
      return {
        file,
        line: start.line,
        mutator,
        from: between(source, start, end),
        to: typeof to === 'string' ? to : '',
        status,
      }
  }
  throw new Error(`Not a mutant of Stryker's report: ${JSON.stringify(value)}`)
}

/** The mutants in Stryker's JSON report. */
export const mutantsIn = (text: string): Mutant[] => {
  const report: unknown = JSON.parse(text)
  if (!isRecord(report) || !isRecord(report['files'])) throw new Error('Not a report of Stryker.')
  return Object.entries(report['files']).flatMap(([file, found]) => {
    if (!isRecord(found)) return []
    const { source, mutants } = found
    if (typeof source !== 'string' || !Array.isArray(mutants)) return []
    return mutants.map((mutant: unknown) => mutantOf(file, source, mutant))
  })
}

const isCaught = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'
const hasSurvived = ({ status }: Mutant): boolean =>
  status === 'Survived' || status === 'NoCoverage'

const isSame = (mutant: Mutant, { file, mutator, from, to }: Survivor): boolean =>
  mutant.file === file && mutant.mutator === mutator && mutant.from === from && mutant.to === to

export interface Score {
  readonly caught: number
  readonly tried: number
  readonly percent: number
}

/** Mutants that no test reaches count as survivors; those that Stryker leaves out do not count. */
export const scoreOf = (mutants: readonly Mutant[]): Score => {
  const caught = mutants.filter(isCaught).length
  const tried = caught + mutants.filter(hasSurvived).length
  return { caught, tried, percent: tried === 0 ? 0 : (100 * caught) / tried }
}

const leastPercent = 85

const describe = ({ file, line, mutator, from, to }: Mutant): string =>
  `${file}:${line} ${mutator}: ${from} -> ${to}`

/** What is wrong with a run: too low a score, survivors without a reason, reasons without one. */
export const faultsOf = (
  mutants: readonly Mutant[],
  survivors: readonly Survivor[],
): readonly string[] => {
  const survived = mutants.filter(hasSurvived)
  const { percent } = scoreOf(mutants)
  return [
    ...(percent < leastPercent ? [`${percent.toFixed(1)} % caught; ${leastPercent} % asked.`] : []),
    ...survived
      .filter((mutant) => !survivors.some((survivor) => isSame(mutant, survivor)))
      .map((mutant) => `survived without a reason: ${describe(mutant)}`),
    ...survivors
      .filter((survivor) => !survived.some((mutant) => isSame(mutant, survivor)))
      .map(({ file, from, to }) => `did not survive: ${file} ${from} -> ${to}`),
  ]
}
