import { activeSyncFamily } from '@signet/contract/settings/activesyncaccess'
import { administratorRoleFamily } from '@signet/contract/settings/administratorrole'
import { authenticatorProvisioningFamily } from '@signet/contract/settings/authenticatorprovisioning'
import { blacklistedPasswordsFamily } from '@signet/contract/settings/blacklistedpasswords'
import { blocklistFamily } from '@signet/contract/settings/blocklist'
import { clientRegistrationFamily } from '@signet/contract/settings/clientregistration'
import { corsFamily } from '@signet/contract/settings/cors'
import {
  desktopAttributesFamily,
  mobileAttributesFamily,
} from '@signet/contract/settings/deviceattributes'
import { emailServerFamily } from '@signet/contract/settings/emailserver'
import { entrustStFamily } from '@signet/contract/settings/entrustst'
import { faceAccountFamily, faceFamily } from '@signet/contract/settings/face'
import { fidoFamily } from '@signet/contract/settings/fido'
import { fidoAndroidFamily } from '@signet/contract/settings/fido-android'
import { fidoIosFamily } from '@signet/contract/settings/fido-ios'
import { flashPassFamily } from '@signet/contract/settings/flashpass'
import { fmaasAlertsFamily } from '@signet/contract/settings/fmaasalerts'
import { generalFamily } from '@signet/contract/settings/general'
import { googleFamily } from '@signet/contract/settings/google'
import { gridFamily } from '@signet/contract/settings/grid'
import { groupAttributeFamily } from '@signet/contract/settings/groupattribute'
import { guessBudgetFamily } from '@signet/contract/settings/guessbudget'
import { hardwareOathFamily } from '@signet/contract/settings/hardwareoath'
import { heldStatementsFamily } from '@signet/contract/settings/heldstatements'
import { kbaFamily } from '@signet/contract/settings/kba'
import { legacyTokenFamily } from '@signet/contract/settings/legacytoken'
import { lockoutFamily } from '@signet/contract/settings/lockout'
import { machineFamily } from '@signet/contract/settings/machine'
import { magicLinkFamily } from '@signet/contract/settings/magiclink'
import { mobileSdkFamily } from '@signet/contract/settings/mobilesdk'
import { notificationFamily } from '@signet/contract/settings/notification'
import { otpFamily } from '@signet/contract/settings/otp'
import { passthroughFamily } from '@signet/contract/settings/passthrough'
import { passwordFamily } from '@signet/contract/settings/password'
import { passwordResetFamily } from '@signet/contract/settings/passwordreset'
import { rbaFamily } from '@signet/contract/settings/rba'
import { registrationFamily } from '@signet/contract/settings/registration'
import { sdpFamily } from '@signet/contract/settings/sdp'
import { tempAccessCodeFamily } from '@signet/contract/settings/tempaccesscode'
import { tokenFamily } from '@signet/contract/settings/token'
import { userNotificationFamily } from '@signet/contract/settings/user-notification'
import { userCertFamily } from '@signet/contract/settings/usercertauthenticator'
import { userPortalFamily } from '@signet/contract/settings/userportal'
import { userPortalApplicationFamily } from '@signet/contract/settings/userportalapplication'
import { verificationFamily } from '@signet/contract/settings/verification'
import { weChatFamily } from '@signet/contract/settings/wechat'
import { settingsReader } from './reader.ts'

/** What the tenant has set: each reads one family, at most 1 s stale. */
export const settings = {
  activeSync: settingsReader(activeSyncFamily),
  administratorRole: settingsReader(administratorRoleFamily),
  authenticatorProvisioning: settingsReader(authenticatorProvisioningFamily),
  blacklistedPasswords: settingsReader(blacklistedPasswordsFamily),
  blocklist: settingsReader(blocklistFamily),
  clientRegistration: settingsReader(clientRegistrationFamily),
  cors: settingsReader(corsFamily),
  desktopAttributes: settingsReader(desktopAttributesFamily),
  emailServer: settingsReader(emailServerFamily),
  face: settingsReader(faceFamily),
  faceAccount: settingsReader(faceAccountFamily),
  entrustSt: settingsReader(entrustStFamily),
  fido: settingsReader(fidoFamily),
  fidoAndroid: settingsReader(fidoAndroidFamily),
  fidoIos: settingsReader(fidoIosFamily),
  flashPass: settingsReader(flashPassFamily),
  fmaasAlerts: settingsReader(fmaasAlertsFamily),
  general: settingsReader(generalFamily),
  google: settingsReader(googleFamily),
  grid: settingsReader(gridFamily),
  groupAttribute: settingsReader(groupAttributeFamily),
  machine: settingsReader(machineFamily),
  mobileSdk: settingsReader(mobileSdkFamily),
  mobileAttributes: settingsReader(mobileAttributesFamily),
  guessBudget: settingsReader(guessBudgetFamily),
  lockout: settingsReader(lockoutFamily),
  heldStatements: settingsReader(heldStatementsFamily),
  hardwareOath: settingsReader(hardwareOathFamily),
  legacyToken: settingsReader(legacyTokenFamily),
  magicLink: settingsReader(magicLinkFamily),
  kba: settingsReader(kbaFamily),
  notification: settingsReader(notificationFamily),
  otp: settingsReader(otpFamily),
  passthrough: settingsReader(passthroughFamily),
  password: settingsReader(passwordFamily),
  passwordReset: settingsReader(passwordResetFamily),
  rba: settingsReader(rbaFamily),
  registration: settingsReader(registrationFamily),
  sdp: settingsReader(sdpFamily),
  tempAccessCode: settingsReader(tempAccessCodeFamily),
  token: settingsReader(tokenFamily),
  userCert: settingsReader(userCertFamily),
  userNotification: settingsReader(userNotificationFamily),
  userPortal: settingsReader(userPortalFamily),
  userPortalApplication: settingsReader(userPortalApplicationFamily),
  verification: settingsReader(verificationFamily),
  weChat: settingsReader(weChatFamily),
} as const
