import type { Context } from '../../../kit/context.ts'

/** Under the public URL of a tenant: what it is to providers by SAML. */
export const samlServicePath = '/api/saml/SAML2/SP'

/**
 * What we are to one provider: an entity of its own at each, so that what one of them says is no
 * other's audience. The entity id is where our metadata are read.
 */
export const samlServiceOf = ({ tenant }: Pick<Context, 'tenant'>, providerId: string) => {
  const ownEntityId = `${tenant.publicUrl}${samlServicePath}/${providerId}`
  return {
    ownEntityId,
    consumerUrl: `${ownEntityId}/ACS`,
    ownLogoutUrl: `${ownEntityId}/SLO`,
  } as const
}
