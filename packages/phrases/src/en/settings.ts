/* Written by `npm run modules`. */
import type activeSync from './settings/activeSync.json'
import type blocklist from './settings/blocklist.json'
import type codes from './settings/codes.json'
import type connectors from './settings/connectors.json'
import type cors from './settings/cors.json'
import type devices from './settings/devices.json'
import type email from './settings/email.json'
import type face from './settings/face.json'
import type faults from './settings/faults.json'
import type flashPass from './settings/flashPass.json'
import type general from './settings/general.json'
import type grid from './settings/grid.json'
import type groupNames from './settings/groupNames.json'
import type guessing from './settings/guessing.json'
import type hardwareTokens from './settings/hardwareTokens.json'
import type kba from './settings/kba.json'
import type legacyTokens from './settings/legacyTokens.json'
import type magicLinks from './settings/magicLinks.json'
import type notices from './settings/notices.json'
import type notification from './settings/notification.json'
import type passkeys from './settings/passkeys.json'
import type password from './settings/password.json'
import type policies from './settings/policies.json'
import type portal from './settings/portal.json'
import type provisioning from './settings/provisioning.json'
import type rba from './settings/rba.json'
import type registration from './settings/registration.json'
import type registrations from './settings/registrations.json'
import type reset from './settings/reset.json'
import type riskEngines from './settings/riskEngines.json'
import type sdp from './settings/sdp.json'
import type signUps from './settings/signUps.json'
import type softToken from './settings/softToken.json'
import type softTokenSdk from './settings/softTokenSdk.json'
import type temporaryCodes from './settings/temporaryCodes.json'
import type tenant from './settings/tenant.json'
import type userCertificates from './settings/userCertificates.json'
import type verification from './settings/verification.json'
import type weak from './settings/weak.json'
import type words from './settings/words.json'

/** The texts of `en/settings/`, by file. */
export interface Settings {
  activeSync: typeof activeSync
  blocklist: typeof blocklist
  codes: typeof codes
  connectors: typeof connectors
  cors: typeof cors
  devices: typeof devices
  email: typeof email
  face: typeof face
  faults: typeof faults
  flashPass: typeof flashPass
  general: typeof general
  grid: typeof grid
  groupNames: typeof groupNames
  guessing: typeof guessing
  hardwareTokens: typeof hardwareTokens
  kba: typeof kba
  legacyTokens: typeof legacyTokens
  magicLinks: typeof magicLinks
  notices: typeof notices
  notification: typeof notification
  passkeys: typeof passkeys
  password: typeof password
  policies: typeof policies
  portal: typeof portal
  provisioning: typeof provisioning
  rba: typeof rba
  registration: typeof registration
  registrations: typeof registrations
  reset: typeof reset
  riskEngines: typeof riskEngines
  sdp: typeof sdp
  signUps: typeof signUps
  softToken: typeof softToken
  softTokenSdk: typeof softTokenSdk
  temporaryCodes: typeof temporaryCodes
  tenant: typeof tenant
  userCertificates: typeof userCertificates
  verification: typeof verification
  weak: typeof weak
  words: typeof words
}
