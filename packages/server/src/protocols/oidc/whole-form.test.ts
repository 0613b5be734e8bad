import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ForeignFault } from '../foreign.ts'
import { wholeForm } from './whole-form.ts'

/** Answers with what was seen of a form before it was read, and what was left to read. */
const answer = async (raw: Parameters<typeof wholeForm>[0]): Promise<unknown> => {
  try {
    const seen = await wholeForm(raw)
    // The library begins to read after other work.
    await setImmediate()
    return { seen, left: await textOf(raw) }
  } catch (error) {
    if (!(error instanceof ForeignFault)) throw error
    return { fault: error.message }
  }
}

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((raw, reply) => {
    answer(raw).then(
      (body) => reply.end(JSON.stringify(body)),
      () => reply.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => server.close())

const send = async (pieces: readonly string[], length: number | null): Promise<unknown> => {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length },
  })
  const answered = once(sent, 'response')
  for (const piece of pieces) {
    sent.write(piece)
    await setImmediate()
    await setImmediate()
  }
  sent.end()
  const [reply] = await answered
  return JSON.parse(await textOf(reply))
}

const long = 'x'.repeat(56 * 1024 - 2)

it.each([
  ['one piece', ['a=b'], 3],
  ['pieces', ['a=', 'b', '&c=d'], 7],
  ['as much as is read', ['a=', long], 56 * 1024],
  ['one chunk', ['a=b'], null],
  ['many chunks', ['a=', ...'x'.repeat(50), '&c=d'], null],
  ['large chunks', ['a=', long], null],
])('leaves a form that came in %s to be read', async (_case, pieces, length) => {
  const whole = pieces.join('')
  expect(await send(pieces, length)).toEqual({ seen: whole, left: whole })
})

it('leaves an empty body as it is', async () => {
  expect(await send([], 0)).toEqual({ seen: '', left: '' })
})

it('rejects a form that is too large, and an empty one without a length', async () => {
  const fault = 'the request is too large'
  expect(await send(['a=', `${long}x`], 56 * 1024 + 1)).toEqual({ fault })
  expect(await send(['a=', `${long}x`], null)).toEqual({ fault })
  expect(await send([], null)).toEqual({ fault: 'the form is empty' })
})
