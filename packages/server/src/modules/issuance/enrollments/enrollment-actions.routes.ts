import * as contract from '@signet/contract/issuance/enrollment-actions'
import { routes } from '../../../kit/routes.ts'
import { mailOwner } from './card-mail.ts'
import { exportRecords } from './enrollment-exports.ts'
import { generate } from './generated-credential.ts'

export const enrollmentActionRoutes = routes(contract, {
  exportEnrollments: (ctx, { body }) => exportRecords(ctx, body),
  generateCredential: (ctx, { params }) => generate(ctx, params.enrollmentId),
  sendEnrollmentEmail: (ctx, { params, body }) => mailOwner(ctx, params.enrollmentId, body.field),
})
