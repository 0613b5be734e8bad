import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../../lib/show-failure.ts'

/** Asks before something is taken away. */
export type Removal = (what: string, run: () => Promise<unknown>) => void

/** Does something and reads the list anew; why it was not done is said. */
export const useDeed = (queryKey: QueryKey) => {
  const client = useQueryClient()
  return async (deed: () => Promise<unknown>): Promise<void> => {
    try {
      await deed()
    } catch (error) {
      showFailure(error)
    }
    await client.invalidateQueries({ queryKey })
  }
}

/** The same for what is asked about first: whoever asks says why it was not done. */
export const useAskedDeed = (queryKey: QueryKey) => {
  const client = useQueryClient()
  return (deed: () => Promise<unknown>) => async (): Promise<void> => {
    await deed()
    await client.invalidateQueries({ queryKey })
  }
}
