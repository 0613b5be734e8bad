import type { Door } from '../../modules/access/sign-in/index.ts'
import { applicationNameOf, resumeUrl } from './interactions.routes.ts'

/** OpenID Connect requests that wait for someone to sign in. */
export const oidcDoor: Door = {
  async describe(ctx, id) {
    const applicationName = await applicationNameOf(ctx, id)
    return applicationName === null ? null : { applicationName, secondFactor: false }
  },
  redirect: (_ctx, id) => resumeUrl(id),
}
