import type { Door } from '../../modules/access/sign-in/index.ts'
import { applicationOf, resumeUrlOf, stepUpOf } from './access/interactions.routes.ts'

/** OpenID Connect requests that wait for someone to sign in. */
export const oidcDoor: Door = {
  async describe(ctx, id) {
    const application = await applicationOf(ctx, id)
    if (application === null) return null
    const { id: applicationId, name: applicationName } = application
    return { applicationId, applicationName, secondFactor: false }
  },
  stepUp: stepUpOf,
  redirect: (ctx, id) => resumeUrlOf(ctx, id),
}
