import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'

const longest = 1024

/**
 * The text of a small form, which stays unread for whoever parses it next. Null for anything but
 * a form whose length is told and that comes in one piece.
 */
export const peekForm = async (raw: IncomingMessage): Promise<string | null> => {
  const length = Number(raw.headers['content-length'] ?? 0)
  if (raw.headers['content-type'] !== 'application/x-www-form-urlencoded') return null
  if (length < 1 || length > longest) return null
  if (raw.readableLength < length) await once(raw, 'readable')
  const body: unknown = raw.read(length)
  if (!Buffer.isBuffer(body)) return null
  raw.unshift(body)
  return body.toString('latin1')
}
