import * as contract from '@signet/contract/operations/saved-reports'
import { routes } from '../../../kit/routes.ts'
import * as service from './saved-reports.service.ts'

export const savedReportRoutes = routes(contract, {
  createReport: (ctx, { body }) => service.create(ctx, body),
  previewReport: (ctx, { body }) => service.preview(ctx, body),
  readReport: (ctx, { params }) => service.read(ctx, params.id),
  listReports: (ctx, { body }) => service.listPage(ctx, body),
  deleteReport: (ctx, { params }) => service.remove(ctx, params.id),
  cancelReport: (ctx, { params }) => service.cancel(ctx, params.id),
  renewReportCredentials: (ctx, { params }) => service.renewCredentials(ctx, params.id),
  downloadReport: (ctx, { params }) => service.file(ctx, params.id, 'csv'),
  printReport: (ctx, { params }) => service.file(ctx, params.id, 'pdf'),
})
