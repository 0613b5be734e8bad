import { listRiskEngines } from '@signet/contract/access/risk-engines'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useMay } from '../session/session-context.tsx'

/** The risk engines there are, for who may see them. */
export const useRiskEngines = () => {
  const { data = [] } = useQuery({
    queryKey: ['risk-engines', 'page', 'all'],
    queryFn: ({ signal }) => call(listRiskEngines, { signal }),
    enabled: useMay()(['SETTINGS', 'VIEW']),
  })
  return data
}
