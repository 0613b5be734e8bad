import * as legacyToken from '@signet/contract/settings/legacytoken'
import * as userCert from '@signet/contract/settings/usercertauthenticator'
import { type Route, routes } from '../../../kit/routes.ts'
import { settingsOf } from './families.service.ts'
import { expectAuthorities, ownAnchors } from './trust-anchors.policy.ts'

const ofLegacyTokens = settingsOf(legacyToken.legacyTokenFamily)
const ofUserCerts = settingsOf(userCert.userCertFamily, {
  refuse: ownAnchors,
  expecting: expectAuthorities,
})

/** Settings of what people bring: tokens of makers' own algorithms, certificates. */
export const broughtFamilyRoutes: readonly Route[] = [
  ...routes(legacyToken, {
    readLegacyTokenSettings: ofLegacyTokens.read,
    updateLegacyTokenSettings: ofLegacyTokens.update,
  }),
  ...routes(userCert, {
    readUserCertSettings: ofUserCerts.read,
    updateUserCertSettings: ofUserCerts.update,
  }),
]
