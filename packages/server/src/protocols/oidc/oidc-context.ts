import type { KoaContextWithOIDC } from 'oidc-provider'

/** `oidc` is put on the context by the library's own routes only. */
export const isOidcContext = (koa: object): koa is KoaContextWithOIDC =>
  'oidc' in koa && koa.oidc instanceof Object
