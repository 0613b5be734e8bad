import { listOwnRoles, readSelf, readSelfSettings } from '@signet/contract/access/self'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { isFleetManagementOnly } from '@signet/rules/bundles'
import { call } from '../lib/call.ts'
import { prefer } from '../lib/preferences.ts'
import type { SessionPieces } from './facts.ts'
import { isMobileDevice } from './mobile.ts'

/** Asks for everything the shell needs to know: the tenant's theme, and who is signed in. */
export const loadPieces = async (): Promise<SessionPieces> => {
  // The public call comes first: its answer brings the nonce that proofs need.
  const theme = await call(readSubscriber)
  prefer({ colours: theme.colours })
  const [user, roles, settings, plan] = await Promise.all([
    call(readSelf),
    call(listOwnRoles),
    call(readSelfSettings),
    call(listBundles),
  ])
  const bundles = { ...plan.settings, fleetManagementOnly: isFleetManagementOnly(plan.settings) }
  const features = plan.features.filter(({ enabled }) => enabled).map(({ name }) => name)
  return { theme, user, roles, settings, bundles, features, isMobile: isMobileDevice() }
}
