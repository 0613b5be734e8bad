import { parseArgs } from 'node:util'
import { pinDriver } from './machine/pinning.ts'
import { startPostgres } from './machine/postgres.ts'
import { calibrate, calibrateHash, calibrationFindings } from './peers/calibrate.ts'
import { commitOf, machineFacts } from './report/machine-facts.ts'
import { lineOf } from './report/table.ts'
import { writePage, writeResults } from './report/write.ts'
import { runLines } from './run.ts'

/*
 * npm run bench [-- --large] [--seconds N]            writes bench/results and docs/performance.md
 * npm run bench -- --only 'TEXT|TEXT' [--users N] [--profile FOLDER]      prints these lines alone
 */
const { values } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    users: { type: 'string', default: '100000' },
  },
})
const { large, only, profile } = values
const seconds = Number(values.seconds)
const nodeArgs = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]

pinDriver()
const postgres = await startPostgres()
const machine = machineFacts(postgres.version)
const hashesPerCore = calibrateHash(seconds)
const calibrations = only === '' ? await calibrate(postgres, seconds) : new Map()
const calibrated = calibrationFindings(hashesPerCore, calibrations)
for (const finding of calibrated) console.log(lineOf(finding))
console.log()

const tell = (finding: Parameters<typeof lineOf>[0]): void => console.log(lineOf(finding))
const wanted = {
  postgres,
  hashesPerCore,
  calibrations,
  seconds,
  users: Number(values.users),
  nodeArgs,
  large,
  only,
  tell,
}
const findings = await runLines(wanted)
await postgres.stop()

if (only === '') {
  const { sha, changed } = commitOf()
  const commit = changed ? `${sha} with changes` : sha
  const report = {
    at: new Date().toISOString(),
    commit,
    machine,
    calibrations: calibrated,
    findings,
  }
  writePage(report, writeResults(report))
}
process.exit(0)
