import * as contract from '@signet/contract/access/upstream-sign-in'
import { routes } from '../../../kit/routes.ts'
import type { Doors } from '../sign-in/index.ts'
import { finish } from './finish.ts'
import { listOwn, unlinkOwn } from './own-identities.ts'
import { start, startLinking } from './start.ts'

/** Sign-in by an account elsewhere, and the accounts that people have linked. */
export const createUpstreamDoor = (doors: Doors) =>
  routes(contract, {
    startUpstreamSignIn: (ctx, { query, body }) => start(ctx, query.idpId, body),
    completeUpstreamSignIn: (ctx, { query, body }) =>
      finish(ctx, doors, { providerId: query.idpId, given: body }),
    verifyUpstreamAccount: (ctx, { query }) => startLinking(ctx, query.idpId),
    listOwnIdentities: listOwn,
    unlinkOwnIdentity: (ctx, { params }) => unlinkOwn(ctx, params.id),
  })
