import { ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isNamedByHash } from './hashed-files.ts'

const pieceBytes = 262_144

const readPiece = async (path: string, position: number, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

interface Span {
  readonly path: string
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

async function* piecesOf({ path, start, end }: Span): AsyncGenerator<Buffer> {
  let position = start
  while (position <= end) {
    const piece = await readPiece(path, position, Math.min(pieceBytes, end - position + 1))
    if (piece.length === 0) return
    position += piece.length
    yield piece
  }
}

const numberIn = (stream: object, name: 'start' | 'end'): number | null => {
  const value: unknown = Reflect.get(stream, name)
  return typeof value === 'number' ? value : null
}

/**
 * The same bytes, with the file open only while a piece is read: a client that takes nothing off
 * its connection keeps one piece in memory and no open file.
 */
const readByDemand = (stream: ReadStream): Readable => {
  const path = String(stream.path)
  const span = { path, start: numberIn(stream, 'start') ?? 0, end: numberIn(stream, 'end') ?? 0 }
  stream.destroy()
  return Readable.from(piecesOf(span), { objectMode: false, highWaterMark: pieceBytes })
}

interface Folder {
  readonly root: string
  readonly prefix: string
}

/** Serves the built files of a folder, compressed ahead; pages themselves are mounted apart. */
export const serveFolder = async (
  app: FastifyInstance,
  { root, prefix }: Folder,
): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, _reply, payload: unknown) =>
      payload instanceof ReadStream ? readByDemand(payload) : payload,
    )
    await scope.register(serveFiles, {
      root,
      prefix,
      decorateReply: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      allowedPath: (path) => !path.endsWith('.html'),
      setHeaders: (reply, path) => {
        const lasting = 'public, max-age=31536000, immutable'
        reply.header('Cache-Control', isNamedByHash(path) ? lasting : 'no-cache')
      },
    })
  })
}
