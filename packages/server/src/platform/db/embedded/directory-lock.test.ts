import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let directory: string
const children: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signet-lock-'))
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const lockFile = () => join(directory, 'signet.lock')

const script = `
  const { lockDirectory } = await import(process.argv[1])
  try {
    lockDirectory(process.argv[2])
    console.log('locked')
  } catch (error) {
    console.log(error.message)
  }
  setInterval(() => {}, 1000)`

/** A process that tries to lock the directory and stays; tells what came of it. */
const lockElsewhere = async (through: readonly string[] = []) => {
  const module = new URL('./directory-lock.ts', import.meta.url).href
  const own = [process.execPath, '--input-type=module', '-e', script, module, directory]
  const [program = '', ...given] = [...through, ...own]
  const child = spawn(program, given)
  children.push(child)
  const [output] = await once(child.stdout, 'data')
  return { child, said: String(output).trim() }
}

const tryHere = (): boolean => {
  try {
    lockDirectory(directory)
    return true
  } catch {
    return false
  }
}

test('refuses a directory that another process holds, and names it', async () => {
  const { child, said } = await lockElsewhere()
  expect(said).toBe('locked')
  expect(() => lockDirectory(directory)).toThrow(`Another process (${child.pid}) uses the data dir`)
})

test('refuses a directory that this process holds already', () => {
  const lock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow('Another process')
  lock.release()
  lockDirectory(directory).release()
  expect(existsSync(lockFile())).toBe(false)
})

test('recovers the lock of a process that was killed', async () => {
  const { child } = await lockElsewhere()
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockDirectory(directory)
  expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`))
})

test.runIf(process.platform === 'linux')(
  'recovers the lock of a process that was killed and whose parent does not reap it',
  async () => {
    const module = new URL('./directory-lock.ts', import.meta.url).href
    const command = '"$0" "$@" & echo $!; exec sleep 1000'
    const locker = [process.execPath, '--input-type=module', '-e', script, module, directory]
    const parent = spawn('sh', ['-c', command, ...locker])
    children.push(parent)
    let said = ''
    parent.stdout.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said).toContain('locked')
    const pid = Number.parseInt(said, 10)
    process.kill(pid, 'SIGKILL')
    const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
    await expect.poll(state).toBe('Z')
    expect(() => lockDirectory(directory)).not.toThrow()
  },
)

test.each(['', 'nonsense', '1\nanother-host\n'])('recovers a lock that holds "%s"', (text) => {
  writeFileSync(lockFile(), text)
  expect(() => lockDirectory(directory)).not.toThrow()
})

const isolated = ['--pid', '--fork', '--mount-proc', '--kill-child']
const canIsolate = spawnSync('unshare', [...isolated, 'true']).status === 0

// Guard: the lock is one of the operating system; process ids mean nothing in another namespace.
describe.runIf(canIsolate)('a holder in another PID namespace, as in another container', () => {
  test('is not taken for dead, and is recovered once it is killed', async () => {
    const { child, said } = await lockElsewhere(['unshare', ...isolated])
    expect(said).toBe('locked')
    expect(() => lockDirectory(directory)).toThrow('Another process')
    child.kill('SIGKILL')
    await expect.poll(() => tryHere()).toBe(true)
  })

  test('is refused what this process holds', async () => {
    lockDirectory(directory)
    const { said } = await lockElsewhere(['unshare', ...isolated])
    expect(said).toContain(`Another process (${process.pid}) uses the data dir`)
  })
})

test('names the host of a holder elsewhere', async () => {
  await lockElsewhere()
  writeFileSync(lockFile(), '7\nnode-b\n')
  expect(() => lockDirectory(directory)).toThrow('Another process (7 on node-b) uses the data dir')
})

test('gives a stale lock to one of many processes', async () => {
  writeFileSync(lockFile(), `${process.pid}\nanother-host\n`)
  const answers = await Promise.all(Array.from({ length: 6 }, lockElsewhere))
  expect(answers.filter(({ said }) => said === 'locked')).toHaveLength(1)
})

test('refuses a directory that cannot be made, and says why', () => {
  writeFileSync(join(directory, 'file'), '')
  const below = join(directory, 'file', 'data')
  expect(() => lockDirectory(below)).toThrow(`${below} cannot be written (ENOTDIR)`)
})
