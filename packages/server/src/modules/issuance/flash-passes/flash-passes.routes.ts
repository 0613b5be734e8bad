import * as contract from '@signet/contract/issuance/flash-passes'
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

export const flashPassRoutes = routes(contract, {
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
