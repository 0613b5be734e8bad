import * as contract from '@signet/contract/access/upstream-sign-in'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { routes } from '../../../kit/routes.ts'
import type { Doors } from '../sign-in/index.ts'
import { finish } from './finish.ts'
import { listOwn, unlinkOwn } from './own-identities.ts'
import { readSignOut } from './sign-out.ts'
import { start, startLinking } from './start.ts'

/**
 * Where a browser goes once a session has ended: to the applications that the session has opened,
 * then to `after`; null for nowhere.
 */
type Leaving = (
  ctx: Context,
  ended: { readonly sessionId: string; readonly after: string | null },
) => Promise<string | null>

/** Sign-in by an account elsewhere, and the accounts that people have linked. */
export const createUpstreamDoor = (doors: Doors, leaving: Leaving) =>
  routes(contract, {
    startUpstreamSignIn: (ctx, { query, body }) => start(ctx, query.idpId, body),
    completeUpstreamSignIn: (ctx, { query, body }) =>
      finish(ctx, doors, { providerId: query.idpId, given: body }),
    verifyUpstreamAccount: (ctx, { query }) => startLinking(ctx, query.idpId),
    readUpstreamSignOut: async (ctx) => {
      const { redirect: after } = await readSignOut(ctx)
      return { redirect: await leaving(ctx, { sessionId: signedInUser(ctx).sessionId, after }) }
    },
    listOwnIdentities: listOwn,
    unlinkOwnIdentity: (ctx, { params }) => unlinkOwn(ctx, params.id),
  })
