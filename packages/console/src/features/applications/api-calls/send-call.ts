import { type Endpoint, endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { responseTo } from '../../../lib/call.ts'
import type { RequestOptions } from '../../../lib/call-request.ts'
import type { ApiCall, Parameter } from './api-calls.queries.ts'

/** Who makes a call: the person who is signed in here, a program with its token, or a caller without any proof. */
export type Caller =
  | { readonly kind: 'session' }
  | { readonly kind: 'token'; readonly token: string }

/** What was filled in, by the place and name of the parameter. */
export type Values = Readonly<Record<string, string>>

export const keyOf = ({ place, name }: Pick<Parameter, 'place' | 'name'>): string =>
  `${place} ${name}`

/** As much of an answer as a page shows. */
const mostText = 200_000

export interface CallAnswer {
  readonly status: number
  readonly statusText: string
  readonly millis: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null for an answer without content; of a file only its type and size. */
  readonly body: string | null
}

/** The body of a call is no JSON. */
export class NoJson extends Error {}

const endpointOf = ({ method, path, credentials, body }: ApiCall, caller: Caller): Endpoint => {
  const isOwn = caller.kind === 'session' && credentials.length > 0
  return endpoint({
    actor: isOwn ? 'user' : 'public',
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(body?.mediaType === 'text/plain' ? ({ consumes: 'text/plain' } as const) : {}),
    answer: z.unknown(),
    errors: [],
    audit: null,
    limit: 'read',
    summary: '',
  })
}

const bodyOf = ({ body }: ApiCall, typed: string): Pick<RequestOptions, 'body'> => {
  if (body === null || typed.trim() === '') return {}
  if (body.mediaType === 'text/plain') return { body: typed }
  try {
    return { body: JSON.parse(typed) }
  } catch (cause) {
    throw new NoJson('the body is no JSON', { cause })
  }
}

/** What was given for the parameters of one place; those without a value are left out. */
const valuesIn = (
  { parameters }: ApiCall,
  place: Parameter['place'],
  values: Values,
): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = values[keyOf(parameter)] ?? ''
      return parameter.place === place && value !== '' ? [[parameter.name, value] as const] : []
    }),
  )

const isText = (type: string): boolean => /json|text|xml|urlencoded/.test(type)

const shown = async (response: Response): Promise<string | null> => {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status === 204) return null
  if (!isText(type)) return `${type}, ${(await response.blob()).size} bytes`
  const text = (await response.text()).slice(0, mostText)
  if (!/json/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export interface SentCall {
  readonly call: ApiCall
  readonly caller: Caller
  readonly values: Values
  /** As it was typed. */
  readonly body: string
}

/**
 * Makes a call as the console makes its own, with its proofs; whatever is answered is an answer.
 * @throws NoJson for a body that is none, ConnectionLost without an answer
 */
export const sendCall = async ({ call, caller, values, body }: SentCall): Promise<CallAnswer> => {
  const token = caller.kind === 'token' && call.credentials.length > 0 ? caller.token.trim() : ''
  const options = {
    params: valuesIn(call, 'path', values),
    query: valuesIn(call, 'query', values),
    headers: {
      ...valuesIn(call, 'header', values),
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...bodyOf(call, body),
  }
  const start = performance.now()
  const response = await responseTo(endpointOf(call, caller), options)
  const millis = Math.round(performance.now() - start)
  return {
    status: response.status,
    statusText: response.statusText,
    millis,
    headers: [...response.headers],
    body: await shown(response),
  }
}

const destructive =
  /^(?:cancel|clear|delete|empty|end|purge|regenerate|remove|reset|revoke|rotate|unassign)(?![a-z])/

/** What deletes, revokes or replaces something is asked about first. */
export const isDestructive = ({ method, id }: Pick<ApiCall, 'method' | 'id'>): boolean =>
  method === 'DELETE' || (method !== 'GET' && destructive.test(id))
