import type { Endpoint } from '@signet/contract/kit/endpoint'
import { unknownMembers } from '@signet/contract/kit/unknown-members'
import { expect } from 'vitest'
import type { z } from 'zod'

interface Failure {
  /** Named values for the text. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly status: number
  readonly code: string
  readonly faults?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

class Refusal {
  readonly failure: Failure
  constructor(failure: Failure) {
    this.failure = failure
  }
}

/** An answer without success, in the shape that the service gives all of them. */
export const refuse = (failure: Failure): Refusal => new Refusal(failure)

const bodyOf = ({ status, code, faults, parameters }: Failure): object => ({
  code,
  errorCode: code,
  message: code,
  errorMessage: code,
  status,
  ...(parameters === undefined ? {} : { parameters }),
  ...(faults === undefined
    ? {}
    : { fields: faults.map((message) => ({ path: 'body.newPassword', message })) }),
})

type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined
type Given<E extends Endpoint> = {
  readonly params: Readonly<Record<string, string>>
  readonly body: BodyOf<E>
  readonly headers: Headers
}
type Answer<E extends Endpoint> = (given: Given<E>) => z.input<E['answer']> | Refusal

export interface Call {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}

type Handle = (call: Call) => Promise<unknown>

const isBodyOf = <E extends Endpoint>(endpoint: E, body: unknown): body is BodyOf<E> =>
  endpoint.body === undefined ? body === undefined : endpoint.body.safeParse(body).success

const patternOf = ({ method, path }: Endpoint): RegExp =>
  new RegExp(`^${method} ${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/**
 * A service that answers as the contract says: what is sent to it is parsed by the call's schema,
 * and so is what it answers, so that no test can agree with a wire that does not exist.
 */
export const createService = () => {
  const calls: Call[] = []
  const handlers = new Map<RegExp, Handle>()
  /** The latest answer for a call stands. */
  const on = <const E extends Endpoint>(endpoint: E, answer: Answer<NoInfer<E>>): void => {
    const pattern = patternOf(endpoint)
    for (const known of handlers.keys()) {
      if (known.source === pattern.source) handlers.delete(known)
    }
    handlers.set(pattern, async ({ params, body, headers }) => {
      const unknown = endpoint.body === undefined ? [] : unknownMembers(endpoint.body, body)
      expect.soft(unknown, `members that ${endpoint.path} does not know`).toEqual([])
      if (!isBodyOf(endpoint, body)) throw new Error(`${endpoint.path} takes no such body`)
      const given = answer({ params, body, headers })
      return given instanceof Refusal ? given : endpoint.answer.parse(given)
    })
  }
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const target = `${request.method} ${pathname}`
    const text = await request.text()
    for (const [pattern, handle] of handlers) {
      const found = pattern.exec(target)
      if (found === null) continue
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const call = { path: pathname, params: { ...found.groups }, body, headers: request.headers }
      calls.push(call)
      const answer = await handle(call)
      if (answer instanceof Refusal) {
        const { status, headers } = answer.failure
        return Response.json(bodyOf(answer.failure), { status, headers: { ...headers } })
      }
      if (answer === undefined) return new Response(null, { status: 204 })
      return Response.json(answer, { headers: { 'DPoP-Nonce': 'nonce-1' } })
    }
    throw new Error(`the tests have no answer for ${target}`)
  }
  const fetch: typeof globalThis.fetch = (input, init) =>
    respond(new Request(input instanceof URL ? input.href : input, init))
  /** The calls made to an endpoint, first to last. */
  const callsOf = (endpoint: Endpoint): readonly Call[] => {
    const [, path = ''] = patternOf(endpoint).source.split(' ')
    return calls.filter((call) => new RegExp(`^${path}`).test(call.path))
  }
  return { on, fetch, calls, callsOf }
}

export type Service = ReturnType<typeof createService>
