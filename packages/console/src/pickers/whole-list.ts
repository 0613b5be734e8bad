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
  /** What orders the list; without it the order of the answer stays. */
  readonly nameOf?: (row: Row) => string
  /** What is searched; what orders the list without it. */
  readonly wordsOf?: (row: Row) => readonly (string | null)[]
  /** The values that the filters of the list compare, by filter key. */
  readonly filters?: Readonly<Record<string, (row: Row) => string>>
}

/** A list that comes whole: it is searched, filtered and paged here. */
export const wholeListQuery =
  <Row>({ subject, list, nameOf, wordsOf, filters = {} }: WholeList<Row>) =>
  (request: ListRequest) => ({
    queryKey: [subject, 'page', request],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const rows = await list(signal)
      const sought = request.search.trim().toLocaleLowerCase()
      const places = new Map(rows.map((row, at) => [row, String(at)]))
      const orderOf = nameOf ?? ((row: Row): string => places.get(row) ?? '')
      const fits = (row: Row): boolean =>
        (wordsOf?.(row).join(' ') ?? orderOf(row)).toLocaleLowerCase().includes(sought) &&
        Object.entries(filters).every(([key, valueOf]) =>
          [undefined, valueOf(row)].includes(request.filters[key]),
        )
      const sort = nameOf === undefined ? null : request.sort
      return wholeListPage(rows.filter(fits), { ...request, sort }, orderOf)
    },
  })
