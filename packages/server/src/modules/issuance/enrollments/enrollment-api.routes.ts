import * as contract from '@signet/contract/issuance/enrollment-api'
import { routes } from '../../../kit/routes.ts'
import {
  changeSeveral,
  createOne,
  createSeveral,
  listDesigns,
  readOne,
} from './enrollment-api.service.ts'
import { readSome } from './enrollment-lists.service.ts'
import { removeAll, update } from './enrollments.service.ts'

export const enrollmentApiRoutes = routes(contract, {
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
