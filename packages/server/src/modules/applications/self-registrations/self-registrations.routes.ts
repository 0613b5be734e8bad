import * as family from '@signet/contract/settings/clientregistration'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../../settings/families/index.ts'

/** 128 bits as base64url. */
const shortestToken = 22

const ofRegistrations = sealedSettingsOf(family.clientRegistrationFamily, {
  refuse: (_ctx, { values: { enabled, redirectHosts }, secrets }) => {
    const { initialAccessToken: token } = secrets
    if (token !== undefined && token.length < shortestToken) {
      return [{ path: 'secrets.initialAccessToken', message: 'too_guessable' }]
    }
    // Nothing is open to everybody for every address.
    return enabled && token === undefined && redirectHosts.length === 0
      ? [{ path: 'redirectHosts', message: 'token_or_hosts' }]
      : []
  },
})

export const selfRegistrationRoutes = routes(
  {
    readClientRegistrationSettings: family.readClientRegistrationSettings,
    updateClientRegistrationSettings: family.updateClientRegistrationSettings,
  },
  {
    readClientRegistrationSettings: ofRegistrations.read,
    updateClientRegistrationSettings: ofRegistrations.update,
  },
)
