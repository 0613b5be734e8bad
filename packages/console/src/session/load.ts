import { listOwnRoles, readSelf, readSelfSettings } from '@signet/contract/access/self'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { type BundleSettings, isFleetManagementOnly } from '@signet/rules/bundles'
import { call } from '../lib/call.ts'
import { prefer } from '../lib/preferences.ts'
import type { SessionPieces } from './facts.ts'
import { isMobileDevice } from './mobile.ts'
import { bundlesReadAgain } from './session-context.tsx'

const bundlesOf = (flags: BundleSettings) => ({
  ...flags,
  fleetManagementOnly: isFleetManagementOnly(flags),
})

/** The flags of the bundles as they are now, for everything that hangs on them. */
export const reloadBundles = async (): Promise<BundleSettings> => {
  const { settings } = await call(listBundles)
  bundlesReadAgain.set(bundlesOf(settings))
  return settings
}

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
  const bundles = bundlesOf(plan.settings)
  const features = plan.features.filter(({ enabled }) => enabled).map(({ name }) => name)
  return { theme, user, roles, settings, bundles, features, isMobile: isMobileDevice() }
}
