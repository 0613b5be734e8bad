import { startHelpDeskCall, waitForHelpDeskCall } from '@signet/contract/access/help-desk-calls'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

export interface StartedCall {
  readonly userid: string
  readonly id: string
  readonly number: string
}

/** The user's app shows the number from now on. */
export const startCall = async (userid: string): Promise<StartedCall> => {
  const { id, number } = await call(startHelpDeskCall, { params: { userid } })
  return { userid, id, number }
}

/** How the app has answered; asked again while it has not. */
export const useCallAnswer = ({ userid, id }: StartedCall) => {
  const { data } = useQuery({
    queryKey: ['users', 'part', userid, 'call', id],
    queryFn: ({ signal }) => call(waitForHelpDeskCall, { params: { userid, callid: id }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'PENDING' ? 500 : false,
  })
  return data?.status ?? 'PENDING'
}
