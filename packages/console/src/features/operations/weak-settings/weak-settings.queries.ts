import { listWeakSettings, type WeakSetting } from '@signet/contract/operations/weak-settings'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type WeakRow = z.output<typeof WeakSetting>

const isSought =
  ({ search, filters }: ListRequest, nameOf: (row: WeakRow) => string) =>
  (row: WeakRow): boolean =>
    nameOf(row).toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()) &&
    (filters.kind === undefined || filters.kind === row.kind) &&
    (filters.lowers === undefined || filters.lowers === row.lowers)

/** Weak settings by name, searched and filtered here: the service answers all of them. */
export const weakSettingsQuery = (nameOf: (row: WeakRow) => string) => (request: ListRequest) => ({
  queryKey: ['weak-settings', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const rows = await call(listWeakSettings, { signal })
    return wholeListPage(rows.filter(isSought(request, nameOf)), request, nameOf)
  },
})
