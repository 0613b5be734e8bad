import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from './start-refused.ts'

const create = async (file: string) => {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw new StartRefused(`${file} exists already: name another file`)
    throw new StartRefused(`${file} cannot be written (${String(code ?? error)})`, error)
  }
}

/**
 * Writes a file that its owner alone may read, piece by piece and down to the disk. Nothing is
 * left of one that was not finished.
 * @throws StartRefused for a file that exists already or cannot be written
 */
export const writeNewFile = async (
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  through: Transform = new PassThrough(),
): Promise<void> => {
  const handle = await create(file)
  try {
    const target = createWriteStream('', { fd: handle, flush: true })
    await pipeline(Readable.from(pieces), through, target)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}
