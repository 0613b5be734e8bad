import { statfsSync } from 'node:fs'

/** A segment of the write-ahead log (16 MiB) and what goes with it. */
const neededBytes = 20 * 1024 * 1024

/** Whether PostgreSQL can make another segment; recovery after a crash may need one, too. */
export const hasRoom = (directory: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize >= neededBytes
  } catch {
    return true
  }
}

/** What a client of a full disk is answered. */
export const diskFull = (cause?: unknown): Error =>
  Object.assign(new Error('no space left for the embedded database', { cause }), {
    code: 'ENOSPC',
  })
