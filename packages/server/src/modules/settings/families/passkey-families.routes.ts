import * as fido from '@signet/contract/settings/fido'
import * as android from '@signet/contract/settings/fido-android'
import * as ios from '@signet/contract/settings/fido-ios'
import * as magicLink from '@signet/contract/settings/magiclink'
import { type Route, routes } from '../../../kit/routes.ts'
import { settingsOf } from './families.service.ts'
import { suppliedMetadata } from './fido.policy.ts'

const ofFido = settingsOf(fido.fidoFamily, { refuse: suppliedMetadata })
const ofAndroid = settingsOf(android.fidoAndroidFamily)
const ofIos = settingsOf(ios.fidoIosFamily)
const ofMagicLinks = settingsOf(magicLink.magicLinkFamily)

/** Settings of passkeys and of magic links. */
export const passkeyFamilyRoutes: readonly Route[] = [
  ...routes(fido, { readFidoSettings: ofFido.read, updateFidoSettings: ofFido.update }),
  ...routes(android, {
    readFidoAndroidConfiguration: ofAndroid.read,
    updateFidoAndroidConfiguration: ofAndroid.update,
  }),
  ...routes(ios, {
    readFidoIosConfiguration: ofIos.read,
    updateFidoIosConfiguration: ofIos.update,
  }),
  ...routes(magicLink, {
    readMagicLinkSettings: ofMagicLinks.read,
    updateMagicLinkSettings: ofMagicLinks.update,
  }),
]
