import { listGroups } from '@signet/contract/identity/groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import type { Named } from './NamedPicker.tsx'

const none: readonly Named[] = []

/**
 * The groups of these ids with their names; those just chosen are remembered. A group that neither
 * `known` nor, without it, the list names has its id for a name.
 */
export const useNamedGroups = (ids: readonly string[], known?: readonly Named[]) => {
  const [chosen, remember] = useState(none)
  const { data = none } = useQuery({
    queryKey: ['groups', 'named'],
    queryFn: ({ signal }) => call(listGroups, { signal }),
    enabled: known === undefined && ids.length > 0,
  })
  const all = [...(known ?? data), ...chosen]
  const names = new Map(all.map(({ id, name }) => [id, name]))
  return { named: ids.map((id) => ({ id, name: names.get(id) ?? id })), remember }
}
