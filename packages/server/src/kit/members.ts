import type { Endpoint } from '@signet/contract/kit/endpoint'
import { isLater } from '@signet/contract/kit/release'
import {
  type MemberPath,
  unknownMembers,
  withoutMembers,
} from '@signet/contract/kit/unknown-members'
import type { z } from 'zod'
import { isBeingReplaced } from '../platform/db/later-release.ts'
import { logByStranger } from '../platform/log/by-strangers.ts'
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
  /** The release that the caller names; null without one. Any caller may name any. */
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

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

const valueAt = (value: unknown, path: MemberPath): unknown =>
  path.reduce<unknown>((at, key) => memberOf(at, key), value)

/** The values at a path; of a list those of every item, since lists may be sorted anew. */
const valuesAt = (value: unknown, path: MemberPath): readonly unknown[] =>
  path.reduce<readonly unknown[]>(
    (values, key) =>
      values.flatMap((at) => {
        if (Array.isArray(at)) return typeof key === 'number' ? at : []
        const member = memberOf(at, key)
        return member === undefined ? [] : [member]
      }),
    [value],
  )

/** Written so that equal values are equal texts: members in the order of their names. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : member,
  )

/** What is stored, looked through once for each name of a member, however many items have it. */
class Stored {
  private readonly value: unknown
  private readonly byPlace = new Map<string, ReadonlySet<string>>()

  constructor(value: unknown) {
    this.value = value
  }

  /** Of every item of a list. */
  private valuesAt(path: MemberPath): ReadonlySet<string> {
    const place = JSON.stringify(path.map((key) => (typeof key === 'number' ? 0 : key)))
    const known = this.byPlace.get(place)
    if (known !== undefined) return known
    const values = new Set(valuesAt(this.value, path).map(written))
    this.byPlace.set(place, values)
    return values
  }

  has(path: MemberPath): boolean {
    return this.valuesAt(path).size > 0
  }

  /** Whether what a body holds at a path is stored there. */
  holds(path: MemberPath, body: unknown): boolean {
    return this.valuesAt(path).has(written(valueAt(body, path)))
  }
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
const echoesOf = (schema: z.ZodType, body: unknown, stored: Stored): readonly MemberPath[] => {
  const issues = schema.safeParse(body).error?.issues ?? []
  if (issues.length > mostUnknown) return []
  const paths = issues.map(({ path }) => path.filter((key) => typeof key !== 'symbol'))
  return paths.filter((path) => path.length > 0 && stored.holds(path, body))
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
  const unknown = schema === undefined ? [] : unknownMembers(schema, given.body, mostUnknown)
  if (schema === undefined || unknown.length === 0) return given.body
  if (unknown.length > mostUnknown) throw rejection('unrecognized_keys', unknown)
  const known = withoutMembers(given.body, unknown)
  if (release !== null && isLater(release) && (await isBeingReplaced(ctx.db))) {
    logByStranger(ctx.log, {
      tenantId: ctx.tenant.id,
      level: 'info',
      message: 'members of a later release left out',
      fields: { release, members: unknown.slice(0, most) },
    })
    return known
  }
  const stored = new Stored(await storedOf(sent, reads))
  const foreign = unknown.filter((path) => !stored.has(path))
  if (foreign.length > 0) throw rejection('unrecognized_keys', foreign)
  const changed = unknown.filter((path) => !stored.holds(path, given.body))
  if (changed.length > 0) throw rejection('read_only', changed)
  return withoutMembers(known, echoesOf(schema, known, stored))
}
