import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is made at its first use, and kept. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A file that is made in memory, and compressed when it is first asked for so. */
export interface BuiltFile {
  readonly type: string
  readonly content: Buffer
  readonly compressed: () => Buffer
  readonly etag: string
}

export const builtFile = (type: string, text: string): BuiltFile => {
  const content = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return {
    type: `${type}; charset=utf-8`,
    content,
    compressed: once(() => brotliCompressSync(content, { params })),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
  }
}

/** Sends a file once: a client that has it is answered 304. */
export const answerFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): FastifyReply => {
  reply
    .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: file.etag })
    .type(file.type)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return /\bbr\b/.test(request.headers['accept-encoding']?.toString() ?? '')
    ? reply.header('Content-Encoding', 'br').send(file.compressed())
    : reply.send(file.content)
}
