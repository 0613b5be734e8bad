import { above, being, listed, off, on } from '../kit/weaker.ts'
import { type WeakerFamily, weaker } from '../kit/weaker-family.ts'
import { activeSyncFamily } from './activesyncaccess.ts'
import { administratorRoleFamily } from './administratorrole.ts'
import { authenticatorProvisioningFamily } from './authenticatorprovisioning.ts'
import { blacklistedPasswordsFamily } from './blacklistedpasswords.ts'
import { blocklistFamily } from './blocklist.ts'
import { clientRegistrationFamily } from './clientregistration.ts'
import { corsFamily } from './cors.ts'
import { desktopAttributesFamily, mobileAttributesFamily } from './deviceattributes.ts'
import { emailServerFamily } from './emailserver.ts'
import { faceAccountFamily } from './face.ts'
import { fidoAndroidFamily } from './fido-android.ts'
import { fidoIosFamily } from './fido-ios.ts'
import { flashPassFamily } from './flashpass.ts'
import { fmaasAlertsFamily } from './fmaasalerts.ts'
import { googleFamily } from './google.ts'
import { groupAttributeFamily } from './groupattribute.ts'
import { heldStatementsFamily } from './heldstatements.ts'
import { mobileSdkFamily } from './mobilesdk.ts'
import { notificationFamily } from './notification.ts'
import { rbaFamily } from './rba.ts'
import { registrationFamily } from './registration.ts'
import { sdpFamily } from './sdp.ts'
import { tokenFamily } from './token.ts'
import { userNotificationFamily } from './user-notification.ts'
import { userPortalFamily } from './userportal.ts'
import { userPortalApplicationFamily } from './userportalapplication.ts'
import { verificationFamily } from './verification.ts'
import { weakerSignIn } from './weaker-sign-in.ts'
import { weChatFamily } from './wechat.ts'

/** Which values of the settings are weaker than the defaults. A family joins with a line here. */
export const weakerFamilies: readonly WeakerFamily[] = [
  ...weakerSignIn,
  weaker(heldStatementsFamily, {}, ['administratorsPhishingResistant']),
  weaker(
    registrationFamily,
    {
      selfRegistration: on('OPEN'),
    },
    [
      'registrationEnabled',
      'signUpUserId',
      'entrustSoftToken',
      'fido',
      'google',
      'grid',
      'hardwareToken',
      'kba',
      'password',
    ],
  ),
  weaker(
    clientRegistrationFamily,
    {
      enabled: on('OPEN'),
      accessTokenTtlSeconds: above('LONGER_USE'),
      refreshTokenTtlSeconds: above('LONGER_USE'),
    },
    ['scopes', 'grantTypes'],
  ),
  weaker(corsFamily, {
    origins: listed('OPEN'),
    allowCredentials: on('OPEN'),
  }),
  weaker(
    emailServerFamily,
    {
      security: being('NONE')('INTERCEPTION'),
    },
    ['enabled', 'authentication'],
  ),
  weaker(
    activeSyncFamily,
    {
      selfService: on('OPEN'),
    },
    ['enabled'],
  ),
  weaker(
    flashPassFamily,
    {
      claimHours: above('LONGER_USE'),
    },
    ['appleEnabled', 'googleEnabled'],
  ),
  weaker(rbaFamily, {
    locationsKept: off('UNNOTICED'),
    samePlaceKm: above('UNNOTICED'),
    maximumSpeedKmPerHour: above('UNNOTICED'),
    historySignIns: above('UNNOTICED'),
  }),
  weaker(userNotificationFamily, {
    newDevice: off('UNNOTICED'),
    passwordChanged: off('UNNOTICED'),
    tokenAdded: off('UNNOTICED'),
    tokenRemoved: off('UNNOTICED'),
    passkeyAdded: off('UNNOTICED'),
    passkeyRemoved: off('UNNOTICED'),
    recoveryCodesCreated: off('UNNOTICED'),
    recoveryCodesRemoved: off('UNNOTICED'),
  }),
  weaker(notificationFamily, {
    settingsChanged: off('UNNOTICED'),
    rolesChanged: off('UNNOTICED'),
    applicationsChanged: off('UNNOTICED'),
    applicationsAttacked: off('UNNOTICED'),
    administratorsChanged: off('UNNOTICED'),
  }),
  weaker(administratorRoleFamily, {}, ['assignable']),
  weaker(authenticatorProvisioningFamily, {}, ['selfService']),
  weaker(blacklistedPasswordsFamily, {}),
  weaker(blocklistFamily, {}),
  weaker(desktopAttributesFamily, {}),
  weaker(mobileAttributesFamily, {}),
  weaker(faceAccountFamily, {}),
  weaker(fidoAndroidFamily, {}),
  weaker(fidoIosFamily, {}),
  weaker(fmaasAlertsFamily, {}, ['enabled', 'tellsRecovery']),
  weaker(googleFamily, {}, ['digits']),
  weaker(groupAttributeFamily, {}, ['attribute']),
  weaker(mobileSdkFamily, {}, ['apnsEnabled', 'apnsSandbox', 'fcmEnabled']),
  weaker(sdpFamily, {}, ['enabled']),
  weaker(tokenFamily, {}),
  weaker(userPortalFamily, {}),
  weaker(userPortalApplicationFamily, {}, ['enabled']),
  weaker(verificationFamily, {}, ['verificationEnabled']),
  weaker(weChatFamily, {}, ['enabled']),
]

const byName = new Map(weakerFamilies.map((family) => [family.name, family]))

export const weakerFamily = (name: string): WeakerFamily | undefined => byName.get(name)
