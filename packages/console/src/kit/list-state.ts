import { listViewQuery } from '@signet/rules/list-views'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { prefer, usePreferences } from '../lib/preferences.ts'
import type { TableSort } from '../ui/table-columns.tsx'

/** What a list asks of the server; all of it stands in the address. */
export interface ListRequest {
  readonly search: string
  readonly sort: TableSort | null
  /** The chosen value by filter key. */
  readonly filters: Readonly<Record<string, string>>
  readonly cursor: string | null
  readonly limit: 25 | 50 | 100
}

/** A saved view, or none of them (null) with what the list shows then. */
interface OpenedView {
  readonly id: string | null
  readonly query: string
}

export interface ListState {
  readonly request: ListRequest
  /** What a saved view keeps of the address: search, order, filters, hidden columns. */
  readonly query: string
  /** The saved view that was opened last; what the list shows may differ from it by now. */
  readonly view: string | null
  /** Number of the first row, counted from 1. */
  readonly from: number
  readonly hidden: ReadonlySet<string>
  readonly isNarrowed: boolean
  readonly search: (typed: string) => void
  readonly sortBy: (sort: TableSort | null) => void
  readonly filter: (key: string, value: string | null) => void
  readonly goTo: (cursor: string, from: number) => void
  readonly hide: (hidden: ReadonlySet<string>) => void
  readonly resize: (limit: ListRequest['limit']) => void
  readonly clear: () => void
  readonly open: (view: OpenedView, how?: { readonly replace: boolean }) => void
}

const filterPrefix = 'f.'
const viewKey = 'view'

const sortOf = (text: string | null): TableSort | null => {
  if (text === null || text === '') return null
  return text.startsWith('-')
    ? { key: text.slice(1), isDescending: true }
    : { key: text, isDescending: false }
}

const numberOf = (text: string | null): number => {
  const number = Number(text ?? '1')
  return Number.isSafeInteger(number) && number > 0 ? number : 1
}

const filtersOf = (parameters: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...parameters]
      .filter(([key]) => key.startsWith(filterPrefix))
      .map(([key, value]) => [key.slice(filterPrefix.length), value]),
  )

type Change = Readonly<Record<string, string | null>>

/** With the change made; a change of what is asked begins again at the first page. */
const changed = (before: URLSearchParams, change: Change): URLSearchParams => {
  const after = new URLSearchParams(before)
  if (!('cursor' in change) && !('hide' in change)) {
    after.delete('cursor')
    after.delete('from')
  }
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === '') after.delete(key)
    else after.set(key, value)
  }
  return after
}

const requestOf = (parameters: URLSearchParams, firstSort: TableSort | null) => ({
  search: parameters.get('q') ?? '',
  sort: sortOf(parameters.get('sort')) ?? firstSort,
  filters: filtersOf(parameters),
  cursor: parameters.get('cursor'),
})

const sortText = (sort: TableSort | null): string | null =>
  sort === null ? null : `${sort.isDescending ? '-' : ''}${sort.key}`

/** What `clear` takes out of the address. */
const narrowing = (filters: Readonly<Record<string, string>>): Change =>
  Object.fromEntries(
    ['q', viewKey, ...Object.keys(filters).map((key) => filterPrefix + key)].map((key) => [
      key,
      null,
    ]),
  )

/** With the parts of a view in the place of those that were there, at the first page. */
const opened = (before: URLSearchParams, { id, query }: OpenedView): URLSearchParams => {
  const after = new URLSearchParams(before)
  const former = new URLSearchParams(listViewQuery(before)).keys()
  for (const key of [...former, 'cursor', 'from', viewKey]) after.delete(key)
  for (const [key, value] of new URLSearchParams(query)) after.set(key, value)
  if (id !== null) after.set(viewKey, id)
  return after
}

/** The state of a list, read from the address and written to it; Back brings it all back. */
export const useListState = (firstSort: TableSort | null): ListState => {
  const [parameters, setParameters] = useSearchParams()
  const { pageSize } = usePreferences()
  return useMemo(() => {
    const write = (change: Change, isNewStep: boolean): void =>
      setParameters((before) => changed(before, change), { replace: !isNewStep })
    const request = { ...requestOf(parameters, firstSort), limit: pageSize }
    const { search, filters } = request
    return {
      request,
      query: listViewQuery(parameters),
      view: parameters.get(viewKey),
      from: numberOf(parameters.get('from')),
      hidden: new Set(parameters.get('hide')?.split(',') ?? []),
      isNarrowed: search !== '' || Object.keys(filters).length > 0,
      search: (typed) => write({ q: typed }, false),
      sortBy: (sort) => write({ sort: sortText(sort) }, true),
      filter: (key, value) => write({ [filterPrefix + key]: value }, true),
      goTo: (cursor, from) => write({ cursor, from: String(from) }, true),
      hide: (hidden) => write({ hide: [...hidden].join(',') }, false),
      resize: (limit) => {
        prefer({ pageSize: limit })
        write({}, false)
      },
      clear: () => write(narrowing(filters), true),
      open: (view, { replace } = { replace: false }) =>
        setParameters((before) => opened(before, view), { replace }),
    }
  }, [parameters, setParameters, pageSize, firstSort])
}
