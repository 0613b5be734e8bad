import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The first bytes of a gzip file (RFC 1952, section 2.3.1). */
const gzipMagic = Buffer.from([0x1f, 0x8b])

const isCompressed = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(gzipMagic.length), { position: 0 })
    return bytesRead === gzipMagic.length && buffer.equals(gzipMagic)
  } finally {
    await handle.close()
  }
}

/** The text of a file; a fault of the reading is one of the unpacking too. */
const textOf = async (file: string): Promise<AsyncIterable<string>> => {
  if (!(await isCompressed(file))) return createReadStream(file, 'utf8')
  return pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
}

/** The lines of an exported audit log, plain or compressed, read piece by piece. */
export async function* auditLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of await textOf(file)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}
