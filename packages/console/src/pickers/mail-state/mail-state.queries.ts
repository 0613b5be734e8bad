import { needsOf } from '@signet/contract/kit/endpoint'
import { readEmailState } from '@signet/contract/settings/email-state'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'

/** Comes with its texts, so that no dialog waits for them. */
export const mailStateQuery = queryOptions({
  queryKey: ['mail-state'],
  queryFn: async ({ signal }) => {
    const [state] = await Promise.all([call(readEmailState, { signal }), loadTexts(['dashboard'])])
    return state
  },
  staleTime: 60_000,
})

/** Whether emails are sent; null until it is known, and for those who may not know. */
export const useMailState = () => {
  const isReader = needsOf(readEmailState).some(useMay())
  const { data = null } = useQuery({ ...mailStateQuery, enabled: isReader })
  return data
}
