import { listOwnRoles, readSelf, readSelfSettings } from '@signet/contract/access/self'
import { readSupportSession } from '@signet/contract/provider/tenant-support'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { type BundleSettings, isFleetManagementOnly } from '@signet/rules/bundles'
import { call } from '../lib/call.ts'
import { prefer } from '../lib/preferences.ts'
import type { SessionPieces } from './facts.ts'
import { isMobileDevice } from './mobile.ts'
import { bundlesReadAgain } from './session-context.tsx'
import { supportPieces } from './support-pieces.ts'
import { isSupportTab } from './support-tab.ts'
import { SessionExpired } from './token.ts'

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

type Person = Pick<SessionPieces, 'user' | 'roles' | 'settings' | 'support'>

const loadUser = async (): Promise<Person> => {
  const [user, roles, settings] = await Promise.all([
    call(readSelf),
    call(listOwnRoles),
    call(readSelfSettings),
  ])
  return { user, roles, settings }
}

/** @throws SessionExpired when the session is not of a provider */
const loadSupport = async (): Promise<Person> => {
  const { grant } = await call(readSupportSession)
  if (grant === null) throw new SessionExpired()
  return supportPieces(grant)
}

/** Asks for everything the shell needs to know: the tenant's theme, and who is signed in. */
export const loadPieces = async (): Promise<SessionPieces> => {
  // The public call comes first: its answer brings the nonce that proofs need.
  const theme = await call(readSubscriber)
  prefer({ colours: theme.colours })
  const [person, plan] = await Promise.all([
    isSupportTab() ? loadSupport() : loadUser(),
    call(listBundles),
  ])
  const bundles = bundlesOf(plan.settings)
  const features = plan.features.filter(({ enabled }) => enabled).map(({ name }) => name)
  return { theme, ...person, bundles, features, isMobile: isMobileDevice() }
}
