import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keyObjectOf } from '../platform/secrets/key-objects.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'

/** A position in a sorted list: the sort values of the row at the page's edge. */
export interface Position {
  readonly after: readonly (string | number | null)[]
  readonly direction: 'next' | 'prev'
}

const Cursor = z.object({
  l: z.string(),
  a: z.array(z.union([z.string(), z.number(), z.null()])).max(5, { abort: true }),
  d: z.enum(['next', 'prev']),
})

const signature = (ctx: Context, payload: string): Buffer =>
  createHmac('sha256', keyObjectOf(ctx.platform.secrets.cursorKey(ctx.tenant.id)))
    .update(payload)
    .digest()
    .subarray(0, 16)

/**
 * An opaque, signed cursor. `list` names the list with its sort and filters, so that a cursor
 * of one list is refused by another.
 */
export const cursorOf = (ctx: Context, list: string, position: Position): string => {
  const payload = JSON.stringify({ l: list, a: position.after, d: position.direction })
  return `${Buffer.from(payload).toString('base64url')}.${signature(ctx, payload).toString('base64url')}`
}

const refused = (): ApiError =>
  new ApiError('invalid_parameters', {
    fields: [{ path: 'cursor', message: 'is not a cursor of this list' }],
  })

/** @throws invalid_parameters when it is forged, cut or of another list */
export const positionOf = (
  ctx: Context,
  list: string,
  cursor: string | undefined,
): Position | null => {
  if (cursor === undefined) return null
  const [encoded, mac, rest] = cursor.split('.')
  if (encoded === undefined || mac === undefined || rest !== undefined) throw refused()
  const payload = Buffer.from(encoded, 'base64url').toString('utf8')
  const given = Buffer.from(mac, 'base64url')
  const expected = signature(ctx, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
  const parsed = Cursor.safeParse(JSON.parse(payload))
  if (!parsed.success || parsed.data.l !== list) throw refused()
  return { after: parsed.data.a, direction: parsed.data.d }
}

interface PageParts<R> {
  readonly list: string
  readonly limit: number
  readonly position: Position | null
  /** Up to limit + 1 rows in the order read (reversed for `prev`). */
  readonly rows: readonly R[]
  readonly edge: (row: R) => readonly (string | number | null)[]
  readonly total: { readonly count: number; readonly estimated: boolean }
}

/** One page in reading order with the cursors of its neighbours. */
export const pageOf = <R>(ctx: Context, parts: PageParts<R>) => {
  const { list, limit, position, rows, edge, total } = parts
  const backwards = position?.direction === 'prev'
  const more = rows.length > limit
  const kept = rows.slice(0, limit)
  const results = backwards ? kept.toReversed() : kept
  const first = results[0]
  const last = results.at(-1)
  const hasNext = backwards ? true : more
  const hasPrevious = backwards ? more : position !== null
  return {
    results,
    paging: {
      limit,
      total: total.count,
      estimated: total.estimated,
      nextCursor:
        hasNext && last !== undefined
          ? cursorOf(ctx, list, { after: edge(last), direction: 'next' })
          : null,
      prevCursor:
        hasPrevious && first !== undefined
          ? cursorOf(ctx, list, { after: edge(first), direction: 'prev' })
          : null,
    },
  }
}
