import {
  createListExport,
  downloadListExport,
  type ListExport,
  type NewListExport,
  readListExport,
} from '@signet/contract/operations/list-exports'
import type { z } from 'zod'
import type { ListRequest } from '../../kit/list-state.ts'
import type { ListPageResult } from '../../kit/list-types.ts'
import { call, callForFile } from '../../lib/call.ts'
import { saveFile } from '../save-file.ts'

export type ListExportFact = z.output<typeof ListExport>

const liveMillis = 1500

export const isOpen = ({ state }: Pick<ListExportFact, 'state'>): boolean =>
  state === 'PENDING' || state === 'RUNNING'

export const askForExport = (body: z.input<typeof NewListExport>): Promise<ListExportFact> =>
  call(createListExport, { body })

/** Waits until the file is ready or will not be. */
export const followExport = async (asked: ListExportFact): Promise<ListExportFact> => {
  let now = asked
  while (isOpen(now)) {
    await new Promise((resolve) => setTimeout(resolve, liveMillis))
    now = await call(readListExport, { params: { id: asked.id } })
  }
  return now
}

/** Hands the file over to the browser's downloads. */
export const saveExport = async ({ id, list }: ListExportFact): Promise<void> => {
  const file = await callForFile(downloadListExport, { params: { id } })
  saveFile(`${list}.csv`, 'text/csv;charset=utf-8', file)
}

interface WholeQuery {
  readonly queryFn: (context: {
    readonly signal: AbortSignal
  }) => Promise<ListPageResult<{ readonly id: string }>>
}

/** What a list that comes whole shows under a request, in its order. */
export const idsOf =
  (query: (request: ListRequest) => WholeQuery) =>
  async (request: ListRequest): Promise<string[]> => {
    const { signal } = new AbortController()
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const { queryFn } = query({ ...request, cursor, limit: 100 })
      const page: ListPageResult<{ readonly id: string }> = await queryFn({ signal })
      ids.push(...page.results.map(({ id }) => id))
      cursor = page.paging.nextCursor
    } while (cursor !== null)
    return ids
  }
