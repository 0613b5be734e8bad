import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cpuSeconds } from './cpu-seconds.ts'

test.runIf(process.platform === 'linux')('counts what a child process has used', () => {
  const before = cpuSeconds() ?? 0
  spawnSync(process.execPath, [
    '-e',
    'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);',
  ])
  const used = (cpuSeconds() ?? 0) - before
  expect(used).toBeGreaterThan(0.25)
  expect(used).toBeLessThan(30)
})
