import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, isAbsolute } from 'node:path'
import { inRoot, root } from './root.mjs'
import { findRuntime } from './runtime.mjs'

/**
 * WebCrypto and password hashes share libuv's pool: with the default of four threads a
 * signature waits behind the hashes. Set here because the pool is sized before any code runs.
 */
const threadPoolSize = () => String(availableParallelism() + 4)

export const runtimeEnvironment = (node) => ({
  UV_THREADPOOL_SIZE: threadPoolSize(),
  // glibc keeps a heap for each thread else, and hashes run on all of them.
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: inRoot('.cache', 'compile-cache'),
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
})

/** In a terminal the child stands in the same process group and has the signal already. */
const forwarded = () =>
  process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

const watchMillis = 500

/**
 * npm answers SIGTERM by ending its shell, and the signal goes no further: that the shell is
 * gone is all there is to see of it.
 */
const watchShell = (gone) => {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const shell = process.ppid
  return setInterval(() => {
    if (process.ppid !== shell) gone()
  }, watchMillis).unref()
}

const waitFor = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Runs a program under the pinned Node and answers its exit code; a program that a signal
 * ended answers 128 plus the signal's number, as a shell does.
 */
export const runProgram = async ({ file, args, nodeArgs = [], cwd = root }) => {
  const path = isAbsolute(file) ? file : inRoot(file)
  if (!existsSync(path)) throw new Error(`${file} does not exist in this checkout.`)
  const node = findRuntime()
  const child = spawn(node, [...nodeArgs, path, ...args], {
    cwd,
    env: runtimeEnvironment(node),
    stdio: 'inherit',
  })
  const ignore = () => {}
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', ignore)
  for (const signal of forwarded()) process.on(signal, forward)
  const watch = watchShell(() => forward('SIGTERM'))
  const { code, signal } = await waitFor(child)
  clearInterval(watch)
  process.off('SIGINT', ignore)
  for (const name of forwarded()) process.off(name, forward)
  return code ?? 128 + (signalNumbers[signal] ?? 0)
}
