import { listGroups } from '@signet/contract/identity/groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import type { Named } from './NamedPicker.tsx'

const none: readonly Named[] = []

/**
 * The groups of these ids with their names; those just chosen are remembered. A group that the
 * list does not name stands as its id.
 */
export const useNamedGroups = (ids: readonly string[]) => {
  const [chosen, remember] = useState(none)
  const { data = none } = useQuery({
    queryKey: ['groups', 'named'],
    queryFn: ({ signal }) => call(listGroups, { signal }),
    enabled: ids.length > 0,
  })
  const names = new Map([...data, ...chosen].map(({ id, name }) => [id, name]))
  return { named: ids.map((id) => ({ id, name: names.get(id) ?? id })), remember }
}
