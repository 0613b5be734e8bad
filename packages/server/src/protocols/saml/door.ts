import { signedInUser } from '../../kit/context.ts'
import type { Door } from '../../modules/access/sign-in/index.ts'
import { findSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { paths } from './addresses.ts'
import { levelWanted } from './contexts.ts'
import { findWaiting } from './interactions.ts'
import { judge } from './let-in.ts'
import { openSessionOf } from './present-session.ts'

/** SAML requests that wait for someone to sign in. */
export const samlDoor: Door = {
  async describe(ctx, id) {
    const waiting = await findWaiting(ctx, id)
    if (waiting === null) return null
    const application = await findSamlApplication(ctx, waiting.wanted.applicationId)
    if (application === undefined || !application.enabled) return null
    const secondFactor = levelWanted(waiting.wanted.contexts) === 2
    return { applicationId: application.id, applicationName: application.name, secondFactor }
  },
  async stepUp(ctx, id) {
    const waiting = await findWaiting(ctx, id)
    const session = waiting === null ? null : await openSessionOf(ctx)
    if (waiting === null || session?.id !== signedInUser(ctx).sessionId) return null
    const { wanted } = waiting
    const application = await findSamlApplication(ctx, wanted.applicationId)
    if (application === undefined || !application.enabled) return null
    const access = await judge(ctx, { application, wanted }, session)
    return access.outcome === 'STEP_UP' ? access.left : null
  },
  redirect: (_ctx, id) => `${paths.signIn}?uid=${encodeURIComponent(id)}`,
}
