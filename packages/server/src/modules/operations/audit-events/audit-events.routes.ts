import { pageOf } from '@signet/contract/kit/schemas'
import * as contract from '@signet/contract/operations/audit-events'
import * as own from '@signet/contract/operations/own-activity'
import { type JobKind, readJob, readJobResult, submitJob } from '../../../kit/jobs.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { type AuditPage, search } from './audit-events.service.ts'
import { listOwn } from './own-activity.service.ts'

export const auditEventJob: JobKind<AuditPage> = {
  name: 'audit-events',
  request: contract.AuditPageRequest,
  needs: ['REPORTS', 'VIEW'],
  run: (ctx, wanted) => search(ctx, wanted),
}

const Page = pageOf(contract.AuditEvent)

export const auditEventRoutes: readonly Route[] = [
  ...routes(own, { listOwnActivity: (ctx, { body }) => listOwn(ctx, body) }),
  ...routes(contract, {
    listAuditEvents: (ctx, { body }) => search(ctx, body),
    listSiemEvents: (ctx, { body }) => search(ctx, body, 'asc'),
    submitAuditEvents: (ctx, { body }) => submitJob(ctx, auditEventJob, body),
    readAuditEventsStatus: (ctx, { params }) => readJob(ctx, auditEventJob, params.id),
    readAuditEventsResult: async (ctx, { params }) =>
      Page.parse(await readJobResult(ctx, auditEventJob, params.id)),
  }),
]
