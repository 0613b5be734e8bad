import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseOfRecord } from './git.ts'

let folder: string
const run = (...args: readonly string[]): string | undefined => {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const { status, stdout } = spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const commit = (file: string, text: string): string => {
  writeFileSync(join(folder, file), text)
  run('add', '-A')
  run('commit', '-q', '-m', `change ${file}`)
  return run('rev-parse', 'HEAD') ?? ''
}

let landed: string
let recorded: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
  run('init', '-q')
  landed = commit('ground', 'as it landed')
  recorded = commit('code', 'as it was tested')
  commit('record', recorded)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a record is compared with the commit that it names', () => {
  expect(baseOfRecord(recorded, 'record', run)).toBe(recorded)
})

test('a record whose commit was lost is compared with what was there before it', () => {
  run('reset', '-q', '--soft', landed)
  commit('record', recorded)
  run('reflog', 'expire', '--expire=now', '--all')
  run('gc', '-q', '--prune=now')
  expect(baseOfRecord(recorded, 'record', run)).toBe(landed)
})

test('a record that came with the first commit that a clone holds is compared with nothing', () => {
  expect(baseOfRecord('c0ffee', 'ground', run)).toBeUndefined()
})
