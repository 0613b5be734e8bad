import * as provisioning from '@signet/contract/settings/authenticatorprovisioning'
import * as words from '@signet/contract/settings/blacklistedpasswords'
import * as blocklist from '@signet/contract/settings/blocklist'
import * as cors from '@signet/contract/settings/cors'
import * as deviceAttributes from '@signet/contract/settings/deviceattributes'
import * as entrustSt from '@signet/contract/settings/entrustst'
import * as fleetAlerts from '@signet/contract/settings/fmaasalerts'
import * as general from '@signet/contract/settings/general'
import * as google from '@signet/contract/settings/google'
import * as grid from '@signet/contract/settings/grid'
import * as groupAttribute from '@signet/contract/settings/groupattribute'
import * as hardwareOath from '@signet/contract/settings/hardwareoath'
import * as kba from '@signet/contract/settings/kba'
import * as machine from '@signet/contract/settings/machine'
import * as notification from '@signet/contract/settings/notification'
import * as otp from '@signet/contract/settings/otp'
import * as passthrough from '@signet/contract/settings/passthrough'
import * as password from '@signet/contract/settings/password'
import * as passwordReset from '@signet/contract/settings/passwordreset'
import * as rba from '@signet/contract/settings/rba'
import * as registration from '@signet/contract/settings/registration'
import * as tempAccessCode from '@signet/contract/settings/tempaccesscode'
import * as tenant from '@signet/contract/settings/tenant'
import * as userNotification from '@signet/contract/settings/user-notification'
import * as userPortal from '@signet/contract/settings/userportal'
import * as verification from '@signet/contract/settings/verification'
import { type Route, routes } from '../../../kit/routes.ts'
import { ownBlocks } from './blocklist.policy.ts'
import { broughtFamilyRoutes } from './brought-families.routes.ts'
import { settingsOf } from './families.service.ts'
import { passkeyFamilyRoutes } from './passkey-families.routes.ts'
import { ownRegistrable } from './registrable.policy.ts'
import { readTenantFacts, updateTenantFacts } from './tenant-facts.service.ts'
import { ownProof } from './verification.policy.ts'

const ofEntrustSt = settingsOf(entrustSt.entrustStFamily)
const ofFleetAlerts = settingsOf(fleetAlerts.fmaasAlertsFamily)
const ofGeneral = settingsOf(general.generalFamily)
const ofOtp = settingsOf(otp.otpFamily)
const ofPassthrough = settingsOf(passthrough.passthroughFamily)
const ofPassword = settingsOf(password.passwordFamily)
const ofWords = settingsOf(words.blacklistedPasswordsFamily)
const ofReset = settingsOf(passwordReset.passwordResetFamily)
const ofRba = settingsOf(rba.rbaFamily)
const ofRegistration = settingsOf(registration.registrationFamily, { refuse: ownRegistrable })
const ofVerification = settingsOf(verification.verificationFamily, { refuse: ownProof })
const ofProvisioning = settingsOf(provisioning.authenticatorProvisioningFamily)
const ofPortal = settingsOf(userPortal.userPortalFamily)
const ofGoogle = settingsOf(google.googleFamily)
const ofGrid = settingsOf(grid.gridFamily)
const ofGroups = settingsOf(groupAttribute.groupAttributeFamily)
const ofHardwareOath = settingsOf(hardwareOath.hardwareOathFamily)
const ofNotices = settingsOf(userNotification.userNotificationFamily)
const ofNotification = settingsOf(notification.notificationFamily)
const ofTempAccessCodes = settingsOf(tempAccessCode.tempAccessCodeFamily)
const ofKba = settingsOf(kba.kbaFamily)
const ofCors = settingsOf(cors.corsFamily)
const ofBlocklist = settingsOf(blocklist.blocklistFamily, { refuse: ownBlocks })
const ofMachine = settingsOf(machine.machineFamily)
const ofAttributes = {
  desktop: settingsOf(deviceAttributes.desktopAttributesFamily),
  mobile: settingsOf(deviceAttributes.mobileAttributesFamily),
}

export const familyRoutes: readonly Route[] = [
  ...broughtFamilyRoutes,
  ...passkeyFamilyRoutes,
  ...routes(fleetAlerts, {
    readFleetAlertSettings: ofFleetAlerts.read,
    updateFleetAlertSettings: ofFleetAlerts.update,
  }),
  ...routes(general, {
    readGeneralSettings: ofGeneral.read,
    updateGeneralSettings: ofGeneral.update,
  }),
  ...routes(tenant, {
    readTenantSettings: readTenantFacts,
    updateTenantSettings: (ctx, { body }) => updateTenantFacts(ctx, body),
  }),
  ...routes(password, {
    readPasswordSettings: ofPassword.read,
    updatePasswordSettings: ofPassword.update,
  }),
  ...routes(otp, { readOtpSettings: ofOtp.read, updateOtpSettings: ofOtp.update }),
  ...routes(passthrough, {
    readPassthroughSettings: ofPassthrough.read,
    updatePassthroughSettings: ofPassthrough.update,
  }),
  ...routes(words, {
    readBlacklistedPasswords: ofWords.read,
    updateBlacklistedPasswords: ofWords.update,
  }),
  ...routes(passwordReset, {
    readPasswordResetSettings: ofReset.read,
    updatePasswordResetSettings: ofReset.update,
  }),
  ...routes(rba, { readRbaSettings: ofRba.read, updateRbaSettings: ofRba.update }),
  ...routes(registration, {
    readRegistrationSettings: ofRegistration.read,
    updateRegistrationSettings: ofRegistration.update,
  }),
  ...routes(hardwareOath, {
    readHardwareOathSettings: ofHardwareOath.read,
    updateHardwareOathSettings: ofHardwareOath.update,
  }),
  ...routes(verification, {
    readVerificationSettings: ofVerification.read,
    updateVerificationSettings: ofVerification.update,
  }),
  ...routes(provisioning, {
    readAuthenticatorProvisioning: ofProvisioning.read,
    updateAuthenticatorProvisioning: ofProvisioning.update,
  }),
  ...routes(userPortal, {
    readUserPortalSettings: ofPortal.read,
    updateUserPortalSettings: ofPortal.update,
  }),
  ...routes(google, {
    readAuthenticatorAppSettings: ofGoogle.read,
    updateAuthenticatorAppSettings: ofGoogle.update,
  }),
  ...routes(grid, { readGridSettings: ofGrid.read, updateGridSettings: ofGrid.update }),
  ...routes(groupAttribute, {
    readGroupAttribute: ofGroups.read,
    updateGroupAttribute: ofGroups.update,
  }),
  ...routes(userNotification, {
    readUserNotificationSettings: ofNotices.read,
    updateUserNotificationSettings: ofNotices.update,
  }),
  ...routes(notification, {
    readNotificationSettings: ofNotification.read,
    updateNotificationSettings: ofNotification.update,
  }),
  ...routes(kba, { readKbaSettings: ofKba.read, updateKbaSettings: ofKba.update }),
  ...routes(tempAccessCode, {
    readTempAccessCodeSettings: ofTempAccessCodes.read,
    updateTempAccessCodeSettings: ofTempAccessCodes.update,
  }),
  ...routes(machine, {
    readMachineSettings: ofMachine.read,
    updateMachineSettings: ofMachine.update,
  }),
  ...routes(deviceAttributes, {
    readDeviceAttributes: (ctx, { params }) => ofAttributes[params.platform].read(ctx),
    updateDeviceAttributes: (ctx, { params, body }) =>
      ofAttributes[params.platform].update(ctx, { body }),
  }),
  ...routes(entrustSt, {
    readSoftTokenSettings: ofEntrustSt.read,
    updateSoftTokenSettings: ofEntrustSt.update,
  }),
  ...routes(cors, { readCorsSettings: ofCors.read, updateCorsSettings: ofCors.update }),
  ...routes(blocklist, { readBlocklist: ofBlocklist.read, updateBlocklist: ofBlocklist.update }),
]
