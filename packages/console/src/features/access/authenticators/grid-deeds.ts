import {
  assignOwnGrid,
  challengeOwnGrid,
  changeOwnGridState,
  createOwnGrid,
  deleteOwnGrid,
  exportOwnGrid,
  mailOwnGrid,
} from '@signet/contract/access/self-grids'
import { useQueryClient } from '@tanstack/react-query'
import { call, callForFile } from '../../../lib/call.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import type { PrintFormat } from '../../../pickers/grids/PrintGridDialog.tsx'
import { ownAuthenticatorsQuery } from './authenticators.queries.ts'

export const printOwnGrid = (gridid: string, format: PrintFormat): Promise<Blob> =>
  callForFile(exportOwnGrid, { params: { gridid }, query: { format } })

/** Cells to be read off the card of this number. */
export const askForCells = (serialNumber: string) =>
  call(challengeOwnGrid, { body: { serialNumber } })

/** Changes to one's own cards, after a fresh proof where one is due; read anew after each. */
export const useOwnGridDeeds = () => {
  const client = useQueryClient()
  const then = async <T>(deed: () => Promise<T>): Promise<T> => {
    const result = await deed()
    await client.invalidateQueries({ queryKey: ownAuthenticatorsQuery.queryKey })
    return result
  }
  return {
    /** The new card; null when it was not made, which has been said. */
    make: () =>
      then(() => call(createOwnGrid, { body: {} })).catch((error: unknown) => {
        showFailure(error)
        return null
      }),
    claim: (serialNumber: string, response: string) =>
      then(() => call(assignOwnGrid, { body: { serialNumber, response } })),
    change: (id: string, state: 'ACTIVE' | 'INACTIVE') =>
      then(() => call(changeOwnGridState, { params: { id }, body: { state } })),
    cancel: (id: string) =>
      then(() => call(changeOwnGridState, { params: { id }, body: { state: 'CANCELED' } })),
    mail: (gridid: string) => then(() => call(mailOwnGrid, { params: { gridid }, body: {} })),
    remove: (id: string) => then(() => call(deleteOwnGrid, { params: { id } })),
  }
}
