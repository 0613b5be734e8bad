import { listAssignedGrids, listUnassignedGrids } from '@signet/contract/authenticators/grid-lists'
import {
  assignGrid,
  changeGridState,
  createGrids,
  deleteGrid,
  exportGrid,
  GridState,
  mailGrid,
  unassignGrid,
} from '@signet/contract/authenticators/grids'
import { oneOf } from '@signet/rules/membership'
import { useQueryClient } from '@tanstack/react-query'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callForFile } from '../../../lib/call.ts'
import type { PrintFormat } from '../../../pickers/grids/PrintGridDialog.tsx'

const subject = 'grids'
const assignedStates = GridState.exclude(['UNASSIGNED']).options
const isAssignedState = oneOf(assignedStates)

export { assignedStates }

/** The list's request but for its page. */
export const unassignedBy = ({ search, sort }: ListRequest) => {
  const serialFrom = search.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, 9)
  return {
    descending: sort?.isDescending ?? false,
    ...(serialFrom === '' ? {} : { serialFrom }),
  }
}

export const assignedBy = (request: ListRequest) => {
  const { state } = request.filters
  return { ...unassignedBy(request), ...(isAssignedState(state) ? { state } : {}) }
}

const pageOf = ({ cursor, limit }: ListRequest) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
})

export const assignedQuery = (request: ListRequest) => ({
  queryKey: [subject, 'assigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAssignedGrids, { body: { ...assignedBy(request), ...pageOf(request) }, signal }),
})

export const unassignedQuery = (request: ListRequest) => ({
  queryKey: [subject, 'unassigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listUnassignedGrids, { body: { ...unassignedBy(request), ...pageOf(request) }, signal }),
})

export const printGrid = (gridid: string, format: PrintFormat): Promise<Blob> =>
  callForFile(exportGrid, { params: { gridid }, query: { format } })

/** Changes to cards; the lists are read anew after each. */
export const useGridDeeds = () => {
  const client = useQueryClient()
  const then = async <T>(deed: Promise<T>): Promise<T> => {
    const result = await deed
    await client.invalidateQueries({ queryKey: [subject] })
    return result
  }
  return {
    make: (numberOfGrids: number) => then(call(createGrids, { body: { numberOfGrids } })),
    assign: (serial: string, userId: string) =>
      then(call(assignGrid, { params: { serial }, body: { userId } })),
    unassign: (id: string) => then(call(unassignGrid, { params: { id } })),
    change: (gridid: string, state: 'ACTIVE' | 'INACTIVE' | 'CANCELED') =>
      then(call(changeGridState, { params: { gridid }, body: { state } })),
    mail: (gridid: string, emailAttributeName: string) =>
      then(call(mailGrid, { params: { gridid }, body: { emailAttributeName } })),
    remove: (gridid: string) => then(call(deleteGrid, { params: { gridid } })),
  }
}
