import { describe, expect, it } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { ConnectionLost } from '../lib/lost-connection.ts'
import { messages } from '../lib/messages.ts'
import { connectCalls } from '../lib/transport.ts'
import { handleRejection } from './uncaught.ts'

const shown = () => messages.get().map(({ text, icon }) => `${icon}: ${text}`)

describe('a failure that nobody handled', () => {
  it('of a call is shown as a message', {
    meta: { covers: ['errors.unhandled-rejections'] },
  }, () => {
    handleRejection(new CallError(404, { errorCode: 'user_not_found' }))
    expect(shown()).toEqual(['warning: This user does not exist.'])
  })

  it('with a silent code shows nothing', () => {
    handleRejection(new CallError(400, { errorCode: 'no_transaction' }))
    expect(shown()).toEqual([])
  })

  it('that is only a call given up shows nothing', () => {
    handleRejection(new DOMException('given up', 'AbortError'))
    expect(shown()).toEqual([])
  })

  it.each([
    ['a call without an answer', new ConnectionLost(new TypeError('Failed to fetch'))],
    [
      'a part of the page that does not come',
      new TypeError('Failed to fetch dynamically imported module: https://acme.example.test/a.js'),
    ],
  ])('that is %s is no fault to show or report', (_, reason) => {
    handleRejection(reason)
    expect(shown()).toEqual([])
  })

  it('of the application itself is shown and reported', {
    meta: { covers: ['errors.unhandled-rejections'] },
  }, async () => {
    const reported = new Promise<string>((resolve) => {
      connectCalls({
        readToken: () => 'token',
        proofKey: () =>
          crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
            'sign',
            'verify',
          ]),
        fetch: async (_, init) => {
          resolve(String(init?.body))
          return new Response(null, { status: 204 })
        },
      })
    })
    handleRejection(new TypeError('x is undefined'))
    expect(shown()).toEqual(['warning: Something went wrong in this page'])
    expect(JSON.parse(await reported)).toMatchObject({ message: 'TypeError: x is undefined' })
  })
})
