import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeRecord } from './full-run.ts'

const run = {
  commit: 'c0ffee',
  seed: 'tree',
  node: 'v24.0.0',
  passed: 9000,
  files: 700,
  seconds: 3000,
  cpuSeconds: 5000,
}
const digest = createHash('sha256')
  .update(JSON.stringify(Object.values(run)))
  .digest('hex')
const record = { ...run, digest }

test.each([
  ['is fine up to 60 commits', 60, 'fine'],
  ['is a warning from 61 commits', 61, 'warning'],
  ['is a failure from 200 commits', 200, 'failure'],
  ['is a warning in a clone that does not hold its commit', undefined, 'warning'],
] as const)('a record of a full run %s', (_sentence, commits, kind) => {
  expect(judgeRecord(record, commits).kind).toBe(kind)
})

test.each([
  ['edited', { ...record, passed: 9001 }],
  ['without a digest', run],
  ['that is no record', 'text'],
])('a record %s is a failure', (_sentence, value) => {
  expect(judgeRecord(value, 0).kind).toBe('failure')
})
