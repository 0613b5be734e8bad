import type { Need } from '@signet/rules/permissions'
import { useMay, useSession } from '../../../session/session-context.tsx'

/** Printers are everybody's: whoever is limited to groups looks at them only. */
export const useMayChange = (): ((action: Need[1]) => boolean) => {
  const may = useMay()
  const { groupManagementAll } = useSession().facts
  return (action) => groupManagementAll && may(['PRINTERS', action])
}
