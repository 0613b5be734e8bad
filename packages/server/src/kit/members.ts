import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { isLater } from '@signet/contract/kit/release'
import {
  type MemberPath,
  unknownMembers,
  withoutMembers,
} from '@signet/contract/kit/unknown-members'
import type { z } from 'zod'
import { authorize } from './authorize.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'
import { type Given, parseInput } from './parse.ts'
import { type Route, Versioned } from './routes.ts'

/** The read of what a call replaces: GET of the same path. */
export type Reads = ReadonlyMap<string, Route>

export const readsOf = (routes: readonly Route[]): Reads =>
  new Map(
    routes.flatMap((route) =>
      route.endpoint.method === 'GET' ? [[route.endpoint.path, route]] : [],
    ),
  )

interface Sent {
  readonly ctx: Context
  readonly endpoint: Endpoint
  readonly given: Given
  /** The release of the face that asks; null for other callers. */
  readonly release: string | null
}

const most = 20
/** No answer has so many members of its own: nothing more is looked for. */
const mostUnknown = 1000

const rejection = (code: 'unrecognized_keys' | 'read_only', paths: readonly MemberPath[]) => {
  const names = paths.slice(0, most).map((path) => ['body', ...path].join('.'))
  return new ApiError(code, {
    parameters: { names: names.join(', ') },
    fields: names.map((path) => ({ path, message: code })),
  })
}

/** The values at a path; of a list those of every item, since lists may be sorted anew. */
const valuesAt = (value: unknown, [key, ...rest]: MemberPath): readonly unknown[] => {
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return typeof key === 'number' ? value.flatMap((item) => valuesAt(item, rest)) : []
  }
  const member = Object.entries(value).find(([name]) => name === key)
  return member === undefined ? [] : valuesAt(member[1], rest)
}

const valueAt = (value: unknown, path: MemberPath): unknown =>
  path.reduce<unknown>(
    (at, key) => Object.entries(Object(at)).find(([name]) => name === String(key))?.[1],
    value,
  )

const isStored = (body: unknown, path: MemberPath, stored: unknown): boolean => {
  const value = valueAt(body, path)
  return valuesAt(stored, path).some((item) => isDeepStrictEqual(item, value))
}

/** What the read of the same path answers to this caller now; null without such a read. */
const storedOf = async ({ ctx, endpoint, given }: Sent, reads: Reads): Promise<unknown> => {
  const read = endpoint.method === 'POST' ? undefined : reads.get(endpoint.path)
  if (read === undefined || read.endpoint.reveals !== undefined) return null
  authorize(read.endpoint, ctx.actor)
  const input = parseInput(read.endpoint, { params: given.params, query: {}, body: undefined })
  const answer = await read.handle(ctx, input)
  const parsed = read.endpoint.answer.safeParse(answer instanceof Versioned ? answer.value : answer)
  return parsed.success ? JSON.parse(JSON.stringify(parsed.data ?? null)) : null
}

/** Members that are read in another form than they are written in, as a secret is, and came as read. */
const echoesOf = (schema: z.ZodType, body: unknown, stored: unknown): readonly MemberPath[] => {
  const { error } = schema.safeParse(body)
  const paths = error?.issues.map(({ path }) => path.filter((key) => typeof key !== 'symbol')) ?? []
  return paths.filter((path) => path.length > 0 && isStored(body, path, stored))
}

/**
 * The body without members that only the service writes. They may be sent as they are read, so that
 * what a GET answers can be changed and sent back by PUT.
 * @throws unrecognized_keys naming members that the call does not know, read_only naming those that
 *   differ from what is stored
 */
export const knownBody = async (sent: Sent, reads: Reads): Promise<unknown> => {
  const { ctx, endpoint, given, release } = sent
  const { body: schema } = endpoint
  const unknown = schema === undefined ? [] : unknownMembers(schema, given.body)
  if (schema === undefined || unknown.length === 0) return given.body
  if (unknown.length > mostUnknown) throw rejection('unrecognized_keys', unknown)
  const known = withoutMembers(given.body, unknown)
  if (release !== null && isLater(release)) {
    ctx.log.info(
      { release, members: unknown.slice(0, most) },
      'members of a later release left out',
    )
    return known
  }
  const stored = await storedOf(sent, reads)
  const foreign = unknown.filter((path) => valuesAt(stored, path).length === 0)
  if (foreign.length > 0) throw rejection('unrecognized_keys', foreign)
  const changed = unknown.filter((path) => !isStored(given.body, path, stored))
  if (changed.length > 0) throw rejection('read_only', changed)
  return withoutMembers(known, echoesOf(schema, known, stored))
}
