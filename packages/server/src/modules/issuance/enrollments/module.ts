import * as enrollmentActions from '@signet/contract/issuance/enrollment-actions'
import * as enrollmentApi from '@signet/contract/issuance/enrollment-api'
import * as enrollments from '@signet/contract/issuance/enrollments'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { mailOwner } from './card-mail.ts'
import {
  changeSeveral,
  createOne,
  createSeveral,
  listDesigns,
  readOne,
} from './enrollment-api.service.ts'
import { exportRecords } from './enrollment-exports.ts'
import { readCredential, readForm } from './enrollment-forms.ts'
import { count, exist, readSome, search, summarize } from './enrollment-lists.service.ts'
import {
  create,
  removeAll,
  removeOfWorkflow,
  reserveNumber,
  update,
} from './enrollments.service.ts'
import { generate } from './generated-credential.ts'
import { compressed, dataUrlOf, type Picture, thumbnailOf } from './pictures.ts'

const shown = (picture: Picture) => ({
  image: dataUrlOf(picture),
  widthPx: picture.widthPx,
  heightPx: picture.heightPx,
  bytes: picture.content.length,
})

const enrollmentRoutes = routes(enrollments, {
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

const enrollmentApiRoutes = routes(enrollmentApi, {
  createEnrollmentV1: (ctx, { body: { enrollmentDesignName, ...wanted } }) =>
    createOne(ctx, enrollmentDesignName, wanted),
  updateEnrollmentV1: (ctx, { body: { id, ...wanted } }) => update(ctx, id, wanted),
  deleteEnrollmentsV1: (ctx, { body }) => removeAll(ctx, body.ids),
  readEnrollmentsV1: (ctx, { body: { enrollmentDesignName, ...wanted }, query }) =>
    readSome(ctx, enrollmentDesignName, { ...wanted, ...query }),
  listApiEnrollmentDesigns: (ctx) => listDesigns(ctx),
  readEnrollmentsV2: (ctx, { params, body, query }) =>
    readSome(ctx, params.enrollmentDesignName, { ...body, ...query }),
  createEnrollmentsV2: (ctx, { params, body }) =>
    createSeveral(ctx, params.enrollmentDesignName, body.enrollments),
  updateEnrollmentsV2: (ctx, { body }) => changeSeveral(ctx, body.enrollments),
  deleteEnrollmentsV2: (ctx, { body }) => removeAll(ctx, body.ids),
  readEnrollmentV2: (ctx, { params }) => readOne(ctx, params.id),
})

const enrollmentActionRoutes = routes(enrollmentActions, {
  exportEnrollments: (ctx, { body }) => exportRecords(ctx, body),
  generateCredential: (ctx, { params }) => generate(ctx, params.enrollmentId),
  sendEnrollmentEmail: (ctx, { params, body }) => mailOwner(ctx, params.enrollmentId, body.field),
})

export const enrollmentsModule: Module = {
  routes: [enrollmentActionRoutes, enrollmentApiRoutes, enrollmentRoutes],
  retention: [{ table: 'enrollment_reservations', column: 'expires_at', graceMillis: day }],
  openColumns: [
    'enrollment_keys.key',
    'enrollment_pictures.content',
    'enrollment_pictures.thumbnail',
    'enrollments.title_key',
  ],
}
