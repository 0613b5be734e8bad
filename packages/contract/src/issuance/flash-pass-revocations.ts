import { mostPassesAtOnce } from '@signet/rules/flash-passes'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { EnrollmentFilter, EnrollmentQuery } from './enrollments.ts'
import { FlashPass } from './flash-passes.ts'

const take = {
  api: 'issuance',
  actor: 'admin',
  needs: ['ISSUANCE', 'EDIT'],
  limit: 'change',
} as const
const noRecord = 'ISSUANCE_ENROLLMENT_NOT_FOUND'

export const revokeFlashPass = endpoint({
  ...take,
  method: 'POST',
  path: '/api/web/issuance/enrollments/:enrollmentId/revokeMobileFlashPass',
  params: z.object({ enrollmentId: Uuid }),
  answer: FlashPass,
  ordinary: 'issuanceWork',
  errors: [noRecord, 'ISSUANCE_FLASH_PASS_NOT_FOUND'],
  audit: 'FLASH_PASS_REVOKED',
  catalogueId: 'post:web.issuance.enrollments.enrollmentId.revokeMobileFlashPass',
  summary: 'Take the pass of a record back',
  description:
    'One that nobody has claimed is called off. Google Wallet shows it as over soon after, and so does Apple Wallet where the phone is reached and updates passes by itself; readers of barcodes should ask nevertheless. The record may get another afterwards.',
})

export const revokeFlashPassesOfMatching = endpoint({
  ...take,
  limit: 'heavy',
  method: 'POST',
  path: '/api/web/issuance/enrollments/mfp/revoke',
  body: z
    .object({ ...EnrollmentFilter.shape, ...EnrollmentQuery.shape })
    .meta({ id: 'FlashPassRevokeMatching' }),
  answer: z
    .object({
      revoked: z.int(),
      /** There are more: ask again. */
      more: z.boolean(),
    })
    .meta({ id: 'FlashPassesRevoked' }),
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND', 'invalid_parameters'],
  audit: 'FLASH_PASS_REVOKED',
  catalogueId: 'post:web.issuance.enrollments.mfp.revoke',
  summary: `Take the passes of all records back that match, ${mostPassesAtOnce} at a time`,
  description: 'Of those that the caller sees. A search finds 1,000 at most.',
})
