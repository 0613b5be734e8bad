import { tokenAlgorithms } from '@signet/rules/applications'
import type { Provider } from 'oidc-provider'
import { registrations } from '../../modules/applications/self-registrations/index.ts'
import { registrationPath } from './clients/registration.ts'
import { mountPath } from './mount-path.ts'
import { unitOfWork } from './unit-of-work.ts'

/** Where the provider tells its metadata, below the mount. */
export const discoveryPath = '/.well-known/openid-configuration'

/**
 * The library names the algorithms of keys that are there. A tenant has the key of an algorithm from
 * the first application on that asks for it, and every application may ask (OpenID Connect Discovery
 * 1.0, section 3: RS256 has to be named).
 */
const signing = {
  id_token_signing_alg_values_supported: tokenAlgorithms,
  authorization_signing_alg_values_supported: tokenAlgorithms,
}

/** OpenID Connect Front-Channel Logout 1.0, section 3. */
const frontChannel = {
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
}

/** RFC 8414, section 2: told where the tenant lets applications register. */
const registration = async () => {
  const { ctx } = unitOfWork()
  return (await registrations.openPolicy(ctx)) === null
    ? {}
    : { registration_endpoint: `${ctx.tenant.publicUrl}${mountPath}${registrationPath}` }
}

/** Metadata of the provider that the library does not tell, or not as it is. */
export const completeDiscovery = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    await next()
    const { body } = koa
    if (koa.path === discoveryPath && typeof body === 'object' && body !== null) {
      koa.body = { ...body, ...signing, ...frontChannel, ...(await registration()) }
    }
  })
}
