import type { Context } from '../../kit/context.ts'

/** Where a tenant's SAML identity provider lives under its public URL; also its entity id. */
export const mountPath = '/api/saml'
export const paths = {
  signIn: `${mountPath}/SAML2/SSO`,
  signOut: `${mountPath}/SAML2/SLO`,
  soap: `${mountPath}/SAML2/SSOSoap/`,
} as const

/** The addresses of a tenant's identity provider; the entity id is where the metadata are read. */
export const addressesOf = ({ tenant }: Pick<Context, 'tenant'>) => ({
  entityId: `${tenant.publicUrl}${mountPath}`,
  signIn: `${tenant.publicUrl}${paths.signIn}`,
  signOut: `${tenant.publicUrl}${paths.signOut}`,
  soap: `${tenant.publicUrl}${paths.soap}`,
})
