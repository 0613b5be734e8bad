import type { ListRequest } from '../kit/list-state.ts'
import type { ListPageResult } from '../kit/list-types.ts'

/**
 * One page of a list that the server answers whole: ordered by name (the sort's direction holds),
 * with cursors that count rows.
 */
export const wholeListPage = <Row>(
  rows: readonly Row[],
  { sort, cursor, limit }: ListRequest,
  nameOf: (row: Row) => string,
): ListPageResult<Row> => {
  const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const ordered = rows.toSorted((a, b) => names.compare(nameOf(a), nameOf(b)))
  if (sort?.isDescending) ordered.reverse()
  const start = Math.max(0, Number(cursor ?? 0) || 0)
  const end = start + limit
  return {
    results: ordered.slice(start, end),
    paging: {
      total: rows.length,
      estimated: false,
      nextCursor: end < rows.length ? String(end) : null,
      prevCursor: start > 0 ? String(Math.max(0, start - limit)) : null,
    },
  }
}

interface WholeList<Row> {
  /** The first part of the key by which the list is kept. */
  readonly subject: string
  readonly list: (signal: AbortSignal) => Promise<readonly Row[]>
  readonly nameOf: (row: Row) => string
}

/** A list that comes whole: it is searched by name and paged here. */
export const wholeListQuery =
  <Row>({ subject, list, nameOf }: WholeList<Row>) =>
  (request: ListRequest) => ({
    queryKey: [subject, 'page', request],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const sought = request.search.trim().toLocaleLowerCase()
      const rows = await list(signal)
      const found = rows.filter((row) => nameOf(row).toLocaleLowerCase().includes(sought))
      return wholeListPage(found, request, nameOf)
    },
  })
