import { deleteUsers } from '@signet/contract/identity/user-batches'
import { changeUserState, unlockUser } from '@signet/contract/identity/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { StateDeed } from './bulk-deeds.ts'

const changeOne = (deed: StateDeed, id: string): Promise<unknown> => {
  const params = { id }
  if (deed === 'unlock') return call(unlockUser, { params })
  const bodies = {
    lock: { locked: true },
    activate: { state: 'ACTIVE' },
    deactivate: { state: 'INACTIVE' },
  } as const
  return call(changeUserState, { params, body: bodies[deed] })
}

interface StateRows {
  readonly deed: StateDeed
  readonly ids: readonly string[]
}

/** One after the other; answers why some were refused. */
const changeRows = async ({ deed, ids }: StateRows): Promise<unknown[]> => {
  const refusals: unknown[] = []
  for (const id of ids) {
    try {
      await changeOne(deed, id)
    } catch (error) {
      refusals.push(error)
    }
  }
  return refusals
}

/** Changes to the ticked rows of one page, by the rights over users alone. */
export const useRowChanges = () => {
  const client = useQueryClient()
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ['users'] })
  return {
    changeStates: useMutation({ mutationFn: changeRows, onSettled }),
    removeAll: useMutation({
      mutationFn: (ids: readonly string[]) => call(deleteUsers, { body: { ids: [...ids] } }),
      onSettled,
    }),
  }
}
