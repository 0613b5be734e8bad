import * as flashPassRevocations from '@signet/contract/issuance/flash-pass-revocations'
import * as flashPasses from '@signet/contract/issuance/flash-passes'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  claimForApple,
  claimForGoogle,
  linkFor,
  openForApple,
  openPage,
  readClaim,
} from './claims.service.ts'
import { cancel, list, read } from './flash-passes.service.ts'
import { issueAll, issueEach, issueMatching } from './issuing.service.ts'
import { logAsTable, logAsText } from './logs.ts'
import { revoke, revokeMatching } from './revoking.service.ts'

const revocationRoutes = routes(flashPassRevocations, {
  revokeFlashPass: (ctx, { params }) => revoke(ctx, params.enrollmentId),
  revokeFlashPassesOfMatching: (ctx, { body }) => revokeMatching(ctx, body),
})

const flashPassRoutes = routes(flashPasses, {
  listFlashPasses: (ctx, { query }) => list(ctx, query.enrollmentId),
  readFlashPasses: (ctx, { params }) => read(ctx, params.id),
  issueFlashPasses: (ctx, { body }) => issueAll(ctx, body),
  issueFlashPassesEach: (ctx, { body }) => issueEach(ctx, body),
  issueFlashPassesOfMatching: (ctx, { body }) => issueMatching(ctx, body),
  cancelFlashPasses: (ctx, { params }) => cancel(ctx, params.id),
  downloadFlashPassLog: (ctx, { params }) => logAsText(ctx, params.id),
  downloadFlashPassLogTable: (ctx, { params }) => logAsTable(ctx, params.id),
  readFlashPassDownload: (ctx, { params }) => linkFor(ctx, params),
  readFlashPassClaim: (ctx, { body }) => readClaim(ctx, body),
  downloadApplePass: (ctx, { query }) => openForApple(ctx, query.enrollmentTokenJson),
  downloadGooglePass: (ctx, { params }) => openPage(ctx, params),
  claimApplePass: (ctx, { query }) => claimForApple(ctx, query.enrollmentTokenJson),
  claimGooglePass: (ctx, { params }) => claimForGoogle(ctx, params),
})

export const flashPassesModule: Module = {
  routes: [flashPassRoutes, revocationRoutes],
  retention: [
    { table: 'flash_pass_claims', column: 'expires_at', graceMillis: day },
    // A phone that was off is still told that its pass is over.
    { table: 'flash_pass_registrations', column: 'over_at', graceMillis: 30 * day },
  ],
  kept: {
    'flash_passes.ended_at': 'who was given which pass is asked years later',
  },
  secretColumns: [
    'flash_pass_claims.token_hash',
    'flash_pass_registrations.device_hash',
    'flash_pass_registrations.sealed_push_token',
  ],
}
