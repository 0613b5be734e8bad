import { listAuthenticationFlows } from '@signet/contract/access/authentication-flows'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

/** The authentication flows there are, those of the service first. */
export const useAuthenticationFlows = () => {
  const { data = [] } = useQuery({
    queryKey: ['authentication-flows', 'page', 'all'],
    queryFn: ({ signal }) => call(listAuthenticationFlows, { signal }),
  })
  return data
}
