import * as contract from '@signet/contract/access/contact-verification'
import type { Context } from '../../../kit/context.ts'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { readSelf } from '../self-user/index.ts'
import * as service from './contact-verification.service.ts'

/** The user as they are after a change. */
const after = async (ctx: Context, change: Promise<void>) => {
  await change
  return readSelf(ctx)
}

const contactVerificationRoutes = routes(contract, {
  challengeContactVerification: (ctx) => service.askToVerify(ctx),
  authenticateContactVerification: (ctx, { body }) =>
    after(ctx, service.verify(ctx, body.response)),
  challengeSystemAttribute: (ctx, { body }) => service.askToChange(ctx, body),
  completeSystemAttribute: (ctx, { body }) => after(ctx, service.change(ctx, body)),
  challengeOptionalAttribute: (ctx, { body }) => service.askToChange(ctx, body),
  completeOptionalAttribute: (ctx, { body }) => after(ctx, service.change(ctx, body)),
  deleteOptionalAttribute: (ctx, { query }) => service.remove(ctx, query.attribute),
  challengeExtraAttribute: (ctx, { body }) => service.askToChangeExtra(ctx, body),
  completeExtraAttribute: (ctx, { body }) => after(ctx, service.change(ctx, body)),
  deleteExtraAttribute: (ctx, { query }) => service.removeExtra(ctx, query.attribute),
})

export const contactVerificationModule: Module = {
  routes: [contactVerificationRoutes],
  retention: [{ table: 'contact_challenges', column: 'expires_at', graceMillis: day }],
}
