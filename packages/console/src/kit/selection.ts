import { useState } from 'react'
import type { ListRequest } from './list-state.ts'
import type { BulkAction, ListDefinition, ListPageResult, Selection } from './list-types.ts'

interface Chosen {
  /** The request that the rows were chosen under; another request begins with none. */
  readonly request: string
  readonly ids: ReadonlySet<string>
  readonly isMatching: boolean
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

const useChosen = (request: ListRequest) => {
  const key = JSON.stringify(request)
  const none: Chosen = { request: key, ids: new Set(), isMatching: false }
  const [kept, setKept] = useState(none)
  // Not kept for the way back: what is acted on is what was ticked just now.
  if (kept.request !== key) setKept(none)
  const chosen = kept.request === key ? kept : none
  return {
    ...chosen,
    choose: (ids: ReadonlySet<string>) => setKept({ request: key, ids, isMatching: false }),
    takeMatching: () => setKept({ ...chosen, isMatching: true }),
  }
}

type Selecting<Row> = Pick<ListDefinition<Row>, 'rowId' | 'bulkActions' | 'takesMatching'>

/** Which rows are selected, and the bar that acts on them. */
export const useSelection = <Row>(
  request: ListRequest,
  page: ListPageResult<Row> | undefined,
  { rowId, bulkActions = [], takesMatching = false }: Selecting<Row>,
) => {
  const { ids, isMatching, choose, takeMatching } = useChosen(request)
  const total = page?.paging.total ?? 0
  const isWholePage = page?.results.every((row) => ids.has(rowId(row))) ?? false
  const hasMore = takesMatching && isWholePage && total > ids.size
  const selection: Selection = isMatching
    ? { kind: 'matching', request, total }
    : { kind: 'ids', ids: [...ids] }
  return {
    ids,
    count: ids.size,
    select: choose,
    toggle: (id: string) => {
      if (bulkActions.length > 0) choose(toggled(ids, id))
    },
    bar: {
      count: ids.size,
      matching: hasMore || isMatching ? total : null,
      isMatching,
      actions: bulkActions,
      onRun: (action: BulkAction) => action.run(selection),
      onTakeMatching: takeMatching,
      onClear: () => choose(new Set()),
    },
  }
}
