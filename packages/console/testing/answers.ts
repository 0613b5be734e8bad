import type { ErrorCode } from '@signet/contract/errors'
import { errors } from '@signet/contract/errors'
import type { AnswerOf, Endpoint } from '@signet/contract/kit/endpoint'
import { unknownMembers } from '@signet/contract/kit/unknown-members'
import { listListViews } from '@signet/contract/operations/list-views'
import { expect } from 'vitest'
import type { FieldFault } from '../src/lib/call-error.ts'
import { connectCalls } from '../src/lib/transport.ts'

/** A call as the service would have received it. */
export interface Asked {
  readonly endpoint: Endpoint
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The parsed JSON body; null without one. */
  readonly body: unknown
  readonly ifMatch: string | null
}

/** A refusal in the place of an answer. */
export class Refusal {
  readonly code: ErrorCode
  readonly parameters: Readonly<Record<string, string>>
  readonly fields: readonly FieldFault[]

  constructor(
    code: ErrorCode,
    parameters: Readonly<Record<string, string>> = {},
    fields: readonly FieldFault[] = [],
  ) {
    this.code = code
    this.parameters = parameters
    this.fields = fields
  }
}

export interface Door {
  readonly endpoint: Endpoint
  readonly answer: (asked: Asked) => unknown
}

/** Answers one endpoint; what does not fit its schema fails the test. */
export const answering = <const E extends Endpoint>(
  endpoint: E,
  answer: (asked: Asked) => AnswerOf<E> | Refusal,
): Door => ({ endpoint, answer })

/** What every list asks for: no test has to say that there is none. */
const always: readonly Door[] = [answering(listListViews, () => [])]

const paramsOf = (pattern: string, path: string): Record<string, string> | null => {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const matched = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`).exec(path)
  if (matched === null) return null
  return Object.fromEntries(
    names.map((name, at) => [name, decodeURIComponent(matched[at + 1] ?? '')]),
  )
}

const etag = '"1"'

const responseOf = ({ endpoint }: Door, answer: unknown): Response => {
  if (answer instanceof Refusal) {
    const { code, parameters, fields } = answer
    const body = { code, errorCode: code, requestId: 'request-1', parameters, fields }
    return new Response(JSON.stringify(body), { status: errors[code].status })
  }
  const value = endpoint.answer.parse(answer)
  return value === undefined
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify(value), { status: 200, headers: { ETag: etag } })
}

let key: Promise<CryptoKeyPair> | null = null
const proofKey = (): Promise<CryptoKeyPair> => {
  key ??= crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  return key
}

const received = (doors: readonly Door[], url: URL, init: RequestInit) => {
  for (const door of [...doors, ...always]) {
    const params = paramsOf(door.endpoint.path, url.pathname)
    if (params === null || door.endpoint.method !== init.method) continue
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const ifMatch = new Headers(init.headers).get('If-Match')
    const { endpoint } = door
    const unknown = endpoint.body === undefined ? [] : unknownMembers(endpoint.body, body)
    expect.soft(unknown, `members that ${url.pathname} does not know`).toEqual([])
    const query = Object.fromEntries(url.searchParams)
    return { door, asked: { endpoint, path: url.pathname, params, query, body, ifMatch } }
  }
  throw new Error(`nothing answers ${init.method} ${url.pathname}`)
}

/** Answers every call from here on; keeps what was asked. */
export const serve = (...doors: readonly Door[]): readonly Asked[] => {
  const log: Asked[] = []
  connectCalls({
    readToken: () => 'token',
    proofKey,
    fetch: async (address, init = {}) => {
      // What the screen of the test before still asked for is nobody's any more.
      init.signal?.throwIfAborted()
      const { door, asked } = received(doors, new URL(String(address)), init)
      if (!always.includes(door)) log.push(asked)
      return responseOf(door, door.answer(asked))
    },
  })
  return log
}
