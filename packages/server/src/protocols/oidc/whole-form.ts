import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ForeignFault } from '../foreign.ts'

/** As much as the library reads. */
const longest = 56 * 1024

const tooLong = (): ForeignFault => new ForeignFault('the request is too large')

/** NaN for a body in chunks, whose length is not known before its end. */
const lengthOf = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : Number.NaN))

/**
 * The text of a form, which stays unread for the library. Put back before the end of the stream is
 * noticed: afterwards it could not be. @throws ForeignFault
 */
export const wholeForm = async (raw: IncomingMessage): Promise<string> => {
  const length = lengthOf(raw)
  if (length > longest) throw tooLong()
  const pieces: Buffer[] = []
  let received = 0
  while (received !== length) {
    const piece: unknown = raw.read()
    if (Buffer.isBuffer(piece)) {
      pieces.push(piece)
      received += piece.length
      if (received > longest) throw tooLong()
    } else if (raw.complete) break
    else await once(raw, 'readable')
  }
  if (received === 0 && length !== 0) throw new ForeignFault('the form is empty')
  const whole = Buffer.concat(pieces)
  raw.unshift(whole)
  return whole.toString('utf8')
}
