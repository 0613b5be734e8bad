import * as contract from '@signet/contract/operations/saved-reports'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './saved-reports.service.ts'

export const savedReportsModule: Module = {
  routes: [
    routes(contract, {
      createReport: (ctx, { body }) => service.create(ctx, body),
      previewReport: (ctx, { body }) => service.preview(ctx, body),
      readReport: (ctx, { params }) => service.read(ctx, params.id),
      listReports: (ctx, { body }) => service.listPage(ctx, body),
      deleteReport: (ctx, { params }) => service.remove(ctx, params.id),
      cancelReport: (ctx, { params }) => service.cancel(ctx, params.id),
      renewReportCredentials: (ctx, { params }) => service.renewCredentials(ctx, params.id),
      downloadReport: (ctx, { params }) => service.file(ctx, params.id, 'csv'),
      printReport: (ctx, { params }) => service.file(ctx, params.id, 'pdf'),
    }),
  ],
  retention: [{ table: 'reports', column: 'expires_at', graceMillis: 0 }],
  kept: {
    'reports.ended_at': 'swept by the report’s own end',
    'reports.grant_until': 'the rights end then, not the report',
    'reports.until_at': 'the end of what it tells about',
  },
  openColumns: ['reports.csv', 'reports.pdf'],
}
