/** What the library keeps of a provider; its package has no types for it. */
declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  import type { Provider } from 'oidc-provider'

  interface Internals {
    readonly configuration: {
      /** Values of `prompt` that are taken. */
      prompts: Set<string>
    }
  }

  const internals: (provider: Provider) => Internals
  export default internals
}

/** What the library's own grants are made of; its package has no types for them. */
declare module 'oidc-provider/lib/helpers/grants.js' {
  import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

  interface DpopProof {
    /** RFC 7638 thumbprint of the key. */
    readonly thumbprint: string
    readonly jti: string
    readonly iat: number
  }

  /** RFC 9449, section 4.3. @throws InvalidDpopProof, UseDpopNonce */
  export const validateDpop: (
    provider: Provider,
    koa: KoaContextWithOIDC,
  ) => Promise<DpopProof | undefined>
  /** @throws InvalidGrant for a proof that was used */
  export const checkDpopReplay: (
    ...asked: [
      provider: Provider,
      koa: KoaContextWithOIDC,
      proof: DpopProof | undefined,
      clientId: string,
    ]
  ) => Promise<void>
  /** @throws InvalidGrant without a proof where the client's tokens are bound */
  export const checkDpopRequired: (
    provider: Provider,
    koa: KoaContextWithOIDC,
    proof: DpopProof | undefined,
  ) => void
  /** @throws InvalidGrant without a certificate where the client's tokens are bound to one */
  export const checkMtlsCert: (provider: Provider, koa: KoaContextWithOIDC) => string | undefined
  /** RFC 6749, section 5.1. */
  export const buildTokenResponse: (
    provider: Provider,
    answer: {
      readonly accessToken: string
      readonly authorizationDetails?: readonly object[]
      readonly expiresIn: number
      readonly issuedTokenType: string
      readonly scope: string
      readonly tokenType: string
    },
  ) => Readonly<Record<string, unknown>>
}
