import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Initialisation = ReturnType<NodeFS['init']>
type Module = Parameters<
  NonNullable<Awaited<Initialisation>['emscriptenOpts']['preRun']>[number]
>[0]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const syncDirectory = (path: string): void => {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

interface FileStream {
  readonly nfd?: unknown
  readonly node?: unknown
}

/**
 * PGlite's file system with a working fsync. Its own has none (emscripten's NODEFS answers fsync
 * without calling the system), so a commit would survive a killed process but not a power cut.
 * Goes with the start parameters of `durableStart`; a test counts the syncs.
 */
export class DurableFiles extends NodeFS {
  /** Calls that reached the system. */
  syncs = 0

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): Initialisation {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = emscriptenOpts.preRun ?? []
    preRun.push((module) => this.#install(module))
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #install(module: Module): void {
    const files: unknown = module.NODEFS
    const operations = isRecord(files) ? files.stream_ops : undefined
    const realPath = isRecord(files) ? files.realPath : undefined
    if (!isRecord(operations) || typeof realPath !== 'function') {
      throw new Error('the file system of PGlite has changed: fsync cannot be put in')
    }
    operations.fsync = (stream: FileStream): number => {
      if (typeof stream.nfd === 'number') fdatasyncSync(stream.nfd)
      else syncDirectory(String(realPath(stream.node)))
      this.syncs += 1
      return 0
    }
  }
}

/**
 * PGlite's start parameters without -F (fsync off). The method must be `fsync`: emscripten's
 * fdatasync does nothing. Single-user mode keeps no checkpointer, so WAL is kept short.
 */
export const durableStart = (defaults: readonly string[]): string[] => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'max_wal_size=128MB', 'min_wal_size=32MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]
