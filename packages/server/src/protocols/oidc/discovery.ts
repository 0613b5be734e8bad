import type { Provider } from 'oidc-provider'

/** Where the provider tells its metadata, below the mount. */
export const discoveryPath = '/.well-known/openid-configuration'

/**
 * The library names the algorithms of keys that are there. A tenant has its RSA key from the first
 * application on that asks for RS256, and every application may ask (OpenID Connect Discovery 1.0,
 * section 3: RS256 has to be named).
 */
const signing = {
  id_token_signing_alg_values_supported: ['ES256', 'RS256'],
  authorization_signing_alg_values_supported: ['ES256', 'RS256'],
}

/** OpenID Connect Front-Channel Logout 1.0, section 3. */
const frontChannel = {
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
}

/** Metadata of the provider that the library does not tell, or not as it is. */
export const completeDiscovery = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    await next()
    const { body } = koa
    if (koa.path === discoveryPath && typeof body === 'object' && body !== null) {
      koa.body = { ...body, ...signing, ...frontChannel }
    }
  })
}
