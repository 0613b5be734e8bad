import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { parseInput } from '../../../kit/parse.ts'
import type { Route } from '../../../kit/routes.ts'
import { factsOf } from './exported-lists.ts'
import type { StoredExport } from './list-exports.repository.ts'
import type { Row } from './list-lines.ts'

/** More than people page through: an export asks less often. */
const pageRows = 1000

const Rows = z.array(z.record(z.string(), z.unknown()))
const Page = z.object({ results: Rows, paging: z.object({ nextCursor: z.string().nullable() }) })

interface ListPage {
  readonly rows: readonly Row[]
  /** Where the next one begins; null after the last. */
  readonly next: string | null
}

/** Those rows of a whole list, in the order asked for; all of them when none are named. */
const chosen = (
  rows: readonly Row[],
  { ids, key }: { readonly ids: readonly string[] | null; readonly key: string },
): readonly Row[] => {
  if (ids === null) return rows
  const byId = new Map(rows.map((row) => [String(row[key]), row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** A page as the list's own call answers it, by the rights of the context's actor. */
export const readPage = async (
  ctx: Context,
  { handle }: Route,
  { list, input, ids, next_cursor: cursor }: StoredExport,
): Promise<ListPage> => {
  const { endpoint, isPaged, key } = factsOf(list)
  const parsed = parseInput(endpoint, { query: {}, ...input })
  if (!isPaged) {
    const rows = Rows.parse(endpoint.answer.parse(await handle(ctx, parsed)))
    return { rows: chosen(rows, { ids, key }), next: null }
  }
  const place = cursor === null ? {} : { cursor }
  // Its own schema would not let so many pass.
  Object.assign(parsed, { body: { ...Object(parsed.body), limit: pageRows, ...place } })
  const answer = await handle(ctx, parsed)
  const { results, paging } = Page.parse(endpoint.answer.parse(answer))
  return { rows: results, next: paging.nextCursor }
}
