import type { ListView } from '@signet/contract/operations/list-views'
import type { ExportedList } from '@signet/rules/list-exports'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../lib/call.ts'
import type { ListState } from './list-state.ts'

export type SavedView = z.output<typeof ListView>

/** Schemas that no list needs before its views are read. */
const viewCalls = () => import('@signet/contract/operations/list-views')

export const viewsSubject = 'list-views'

/** The saved views of a list. */
export const viewsQuery = (list: ExportedList) => ({
  queryKey: [viewsSubject, list],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly SavedView[]> =>
    call((await viewCalls()).listListViews, { query: { list }, signal }),
  // A list waits for its default view: it opens without one rather than late.
  retry: false,
})

/**
 * Opens a list with the default view of its reader, once, where the address asks for nothing. True
 * until that is known.
 */
export const useDefaultView = (list: ExportedList | undefined, state: ListState): boolean => {
  const { query, view, request, open } = state
  const isBare = query === '' && view === null && request.cursor === null
  const [isEntering, setIsEntering] = useState(isBare && list !== undefined)
  // Without a name nothing is asked for.
  const { data, isPending } = useQuery({ ...viewsQuery(list ?? 'users'), enabled: isEntering })
  const chosen = data?.find(({ isDefault }) => isDefault)
  const isKnown = !isBare || (!isPending && chosen === undefined)
  if (isEntering && isKnown) setIsEntering(false)
  useEffect(() => {
    if (isEntering && isBare && chosen !== undefined) open(chosen, { replace: true })
  }, [isEntering, isBare, chosen, open])
  return isEntering
}
