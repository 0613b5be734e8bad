/** Where a tenant's OpenID Connect service lives under its public URL. */
export const mountPath = '/api/oidc'
