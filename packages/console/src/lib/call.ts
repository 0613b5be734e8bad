import type { Endpoint, ReceivedOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { type CallError, toCallError } from './call-error.ts'
import type { RequestOptions } from './call-request.ts'
import { recordFailure } from './failures.ts'
import { askAboutLockout } from './lockout.ts'
import { askForProof } from './proof-wanted.ts'
import { send } from './transport.ts'

type Wished<T> = { readonly [K in keyof T]: T[K] | null | undefined }

type Given<E extends Endpoint> = (E extends { params: infer P extends z.ZodType }
  ? { readonly params: z.input<P> }
  : unknown) &
  (E extends { query: infer Q extends z.ZodType }
    ? { readonly query?: Wished<z.input<Q>> }
    : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { readonly body: z.input<B> } : unknown)

type CallOptions<E extends Endpoint> = Given<E> &
  Pick<RequestOptions, 'ifMatch' | 'signal' | 'headers' | 'proof'>

/** Options may be left out where neither parameters nor a body are due. */
type Options<E extends Endpoint> =
  Record<never, never> extends Given<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

export interface Tagged<T> {
  readonly value: T
  /** The version that was read; send it back as `ifMatch`. */
  readonly etag: string | null
}

const answerOf = async (endpoint: Endpoint, response: Response): Promise<unknown> =>
  endpoint.answer.parse(response.status === 204 ? undefined : await response.json())

/**
 * Any answer to a call, refused or not; that to the call made again once the person has given the
 * proof it asks for.
 */
export const responseTo = async (
  endpoint: Endpoint,
  options: RequestOptions = {},
): Promise<Response> => {
  const response = await send(endpoint, options)
  if (response.ok) return response
  const isProven = await askForProof(await toCallError(response.clone()))
  return isProven ? send(endpoint, options) : response
}

/** As `responseTo`, with what was refused as its error. */
const proven = async (
  endpoint: Endpoint,
  options: RequestOptions,
): Promise<Response | CallError> => {
  const response = await responseTo(endpoint, options)
  return response.ok ? response : toCallError(response)
}

const sent = async (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const response = await proven(endpoint, options)
  if (response instanceof Response) return response
  const error = response
  const accepted = await askAboutLockout(error)
  if (accepted !== null) {
    return sent(endpoint, { ...options, headers: { ...options.headers, ...accepted } })
  }
  recordFailure(error)
  throw error
}

/** A file that the service makes. @throws CallError */
export async function callForFile<const E extends Endpoint>(
  endpoint: E,
  ...options: Options<E>
): Promise<Blob>
export async function callForFile(endpoint: Endpoint, options: RequestOptions = {}): Promise<Blob> {
  return (await sent(endpoint, options)).blob()
}

/** A call whose answer carries its version. @throws CallError */
export async function callWithEtag<const E extends Endpoint>(
  endpoint: E,
  ...options: Options<E>
): Promise<Tagged<ReceivedOf<E>>>
export async function callWithEtag(
  endpoint: Endpoint,
  options: RequestOptions = {},
): Promise<Tagged<unknown>> {
  const response = await sent(endpoint, options)
  return { value: await answerOf(endpoint, response), etag: response.headers.get('ETag') }
}

/**
 * Calls an endpoint of the contract: `call(readUser, { params: { id } })`. Null and undefined query
 * values are left out.
 * @throws CallError with the status and the body of a failed answer
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...options: Options<E>
): Promise<ReceivedOf<E>>
export async function call(endpoint: Endpoint, options: RequestOptions = {}): Promise<unknown> {
  const { value } = await callWithEtag<Endpoint>(endpoint, options)
  return value
}
