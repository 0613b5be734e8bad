import { type Finding, verdictOf, wantedRatioOf } from './finding.ts'

const rounded = (value: number): string => {
  if (!Number.isFinite(value)) return ''
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const optional = (value: number | undefined | null): string =>
  value === undefined || value === null ? '' : rounded(value)

const against = (finding: Finding): string => {
  const { against: held } = finding
  if (held === null || !Number.isFinite(held.ratio)) return ''
  const wanted = wantedRatioOf(finding)
  const must = wanted === null ? '' : `, must ${rounded(wanted)}`
  return `${rounded(held.ratio)} x ${held.name}${must}`
}

const latency = ({ latency: taken }: Finding): string =>
  taken === null ? '' : [taken.p50, taken.p95, taken.p99].map(rounded).join(' / ')

const cpu = ({ cpu: used }: Finding): string =>
  used === null
    ? ''
    : [used.cpuMillis, used.outsideHashMillis, used.postgresMillis].map(rounded).join(' / ')

export const columns = [
  'line',
  'unit',
  'measured',
  'must',
  'aim',
  'verdict',
  'against',
  'p50 / p95 / p99 ms',
  'CPU ms: all / outside hash / PostgreSQL',
  'others, cores',
] as const

/** The cells of a row, in the order of `columns`. */
export const cellsOf = (finding: Finding): string[] => [
  finding.line,
  finding.unit,
  finding.measured === null ? (finding.missing ?? '') : rounded(finding.measured),
  optional(finding.goal?.must),
  optional(finding.goal?.aim),
  verdictOf(finding),
  against(finding),
  latency(finding),
  cpu(finding),
  optional(finding.foreignCores),
]

const tableOf = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) => `| ${cells.join(' | ')} |`)

/** A table in Markdown. */
export const markdownTable = (findings: readonly Finding[]): string =>
  tableOf([columns, columns.map(() => '---'), ...findings.map(cellsOf)]).join('\n')

/** One line for the terminal, as soon as it is known. */
export const lineOf = (finding: Finding): string => {
  const [line = '', unit = '', measured = '', must = '', aim = '', ...rest] = cellsOf(finding)
  const goal = must === '' ? '' : `must ${must}, aim ${aim}`
  const more = rest.filter((cell) => cell !== '').join('   ')
  return `${line.padEnd(62)} ${measured.padStart(9)} ${unit.padEnd(12)} ${goal.padEnd(26)} ${more}`.trimEnd()
}
