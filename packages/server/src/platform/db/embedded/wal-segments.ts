import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const segmentBytes = 16 * 1024 * 1024
const pieceBytes = 1024 * 1024
/** Segments of 16 MiB to 4 GiB of log (PostgreSQL, `XLogSegmentsPerXLogId`). */
const perFile = 256

/** Segments that are made before they are needed. */
const inAdvance = 2

/** The name of the segment after one: timeline, file and segment, 8 hexadecimal digits each. */
const nextName = (name: string): string => {
  const number =
    Number.parseInt(name.slice(8, 16), 16) * perFile + Number.parseInt(name.slice(16), 16)
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return (
    name.slice(0, 8) + digits(Math.floor((number + 1) / perFile)) + digits((number + 1) % perFile)
  )
}

const writeZeros = (path: string): void => {
  const file = openSync(path, 'w', 0o600)
  try {
    const piece = Buffer.alloc(pieceBytes)
    for (let at = 0; at < segmentBytes; at += pieceBytes) writeSync(file, piece, 0, pieceBytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Makes the next segments of the write-ahead log while there is room, as PostgreSQL's checkpointer
 * does (`PreallocXlogFiles`): a disk that fills up later stops no commit in the middle. PostgreSQL
 * takes a file of zeros that has the name it needs.
 */
export const makeSegments = (directory: string, current: string): void => {
  const folder = join(directory, 'pg_wal')
  let name = current
  for (let each = 0; each < inAdvance; each += 1) {
    name = nextName(name)
    const path = join(folder, name)
    if (existsSync(path)) continue
    const unfinished = join(folder, 'xlogtemp.advance')
    try {
      writeZeros(unfinished)
      renameSync(unfinished, path)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
}
