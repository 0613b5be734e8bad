import * as contract from '@signet/contract/issuance/flash-pass-revocations'
import { routes } from '../../../kit/routes.ts'
import { revoke, revokeMatching } from './revoking.service.ts'

export const revocationRoutes = routes(contract, {
  revokeFlashPass: (ctx, { params }) => revoke(ctx, params.enrollmentId),
  revokeFlashPassesOfMatching: (ctx, { body }) => revokeMatching(ctx, body),
})
