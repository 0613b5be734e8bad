import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../machine/service.ts'
import type { Finding } from './finding.ts'
import type { MachineFacts } from './machine-facts.ts'
import { markdownTable } from './table.ts'

export interface Report {
  readonly at: string
  readonly commit: string
  readonly machine: MachineFacts
  readonly calibrations: readonly Finding[]
  readonly findings: readonly Finding[]
}

/** `bench/results/<date>-<commit>.json`; returns its path in the checkout. */
export const writeResults = (report: Report): string => {
  const path = join(
    'bench',
    'results',
    `${report.at.slice(0, 10)}-${report.commit.split(' ', 1)[0]}.json`,
  )
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  writeFileSync(join(root, path), `${JSON.stringify(report, null, 2)}\n`)
  return path
}

const facts = ({ machine, at, commit }: Report): string =>
  `Measured ${at.slice(0, 10)} at commit ${commit}: ${machine.cores} shared cores (${machine.processor}), ` +
  `${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, ${machine.postgres}, fsync on; ` +
  `load before the run ${machine.loadBefore.toFixed(2)}.`

const begin = '<!-- results: written by npm run bench -->'
const end = '<!-- end of results -->'

/** Puts the tables in the place of the former ones in docs/performance.md. */
export const writePage = (report: Report, path: string): void => {
  const file = join(root, 'docs', 'performance.md')
  const page = readFileSync(file, 'utf8')
  const results = [
    begin,
    facts(report),
    `All figures: \`${path}\`.`,
    markdownTable(report.findings),
    '### Calibrations of the same run',
    markdownTable(report.calibrations),
    end,
  ].join('\n\n')
  const [before = '', rest = ''] = page.split(begin, 2)
  const after = rest.split(end, 2)[1] ?? ''
  writeFileSync(file, `${before}${results}${after}`)
}
