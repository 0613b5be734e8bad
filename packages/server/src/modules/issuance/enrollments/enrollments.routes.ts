import * as contract from '@signet/contract/issuance/enrollments'
import { routes } from '../../../kit/routes.ts'
import { readCredential, readForm } from './enrollment-forms.ts'
import { count, exist, search, summarize } from './enrollment-lists.service.ts'
import {
  create,
  removeAll,
  removeOfWorkflow,
  reserveNumber,
  update,
} from './enrollments.service.ts'
import { compressed, dataUrlOf, type Picture, thumbnailOf } from './pictures.ts'

const shown = (picture: Picture) => ({
  image: dataUrlOf(picture),
  widthPx: picture.widthPx,
  heightPx: picture.heightPx,
  bytes: picture.content.length,
})

export const enrollmentRoutes = routes(contract, {
  listEnrollments: (ctx, { body }) => search(ctx, { ...body, fields: [] }),
  searchEnrollments: (ctx, { body }) => search(ctx, body),
  countEnrollments: (ctx, { query }) => count(ctx, query.workflowId),
  summarizeEnrollments: (ctx) => summarize(ctx),
  enrollmentsExist: (ctx, { params }) => exist(ctx, params.workflowId),
  readNewEnrollment: (ctx, { params }) => readForm(ctx, params.workflowId),
  readEnrollmentCredential: (ctx, { params }) => readCredential(ctx, params.enrollmentId),
  createEnrollment: (ctx, { body }) => create(ctx, body),
  updateEnrollment: (ctx, { params, body }) => update(ctx, params.enrollmentId, body),
  deleteEnrollments: (ctx, { body }) => removeAll(ctx, body.ids),
  deleteAllEnrollments: (ctx, { body }) => removeOfWorkflow(ctx, body.workflowId),
  reserveSequence: (ctx, { body }) => reserveNumber(ctx, body.workflowId, body.field),
  compressEnrollmentImage: async (ctx, { body }) => shown(await compressed(ctx, body)),
  thumbnailEnrollmentImage: async (ctx, { body }) => shown(await thumbnailOf(ctx, body)),
})
