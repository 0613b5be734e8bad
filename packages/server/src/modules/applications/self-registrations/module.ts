import * as family from '@signet/contract/settings/clientregistration'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../../settings/families/index.ts'

/** 128 bits as base64url. */
const shortestToken = 22

const ofRegistrations = sealedSettingsOf(family.clientRegistrationFamily, {
  refuse: (_ctx, { values: { enabled, redirectHosts, grantTypes }, secrets }) => {
    const { initialAccessToken: token } = secrets
    if (token !== undefined && token.length < shortestToken) {
      return [{ path: 'secrets.initialAccessToken', message: 'too_guessable' }]
    }
    if (!enabled || token !== undefined) return []
    // Nothing is open to all callers for every address, nor where no user is sent to one.
    if (redirectHosts.length === 0) return [{ path: 'redirectHosts', message: 'token_or_hosts' }]
    return grantTypes.includes('device_code')
      ? [{ path: 'grantTypes', message: 'token_for_devices' }]
      : []
  },
})

const selfRegistrationRoutes = routes(
  {
    readClientRegistrationSettings: family.readClientRegistrationSettings,
    updateClientRegistrationSettings: family.updateClientRegistrationSettings,
  },
  {
    readClientRegistrationSettings: ofRegistrations.read,
    updateClientRegistrationSettings: ofRegistrations.update,
  },
)

export const selfRegistrationsModule: Module = {
  routes: [selfRegistrationRoutes],
}
