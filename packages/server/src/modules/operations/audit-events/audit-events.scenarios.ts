import { jobAsId } from '../../../security/sweep/id-rows.ts'
import { buildJob } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const job: Scenario = async ({ ctx, admin }) => ({
  params: { id: await buildJob(ctx, { kind: 'audit-events', ownerId: admin.id }) },
})

export const scenarios: SubjectScenarios = {
  calls: {
    readAuditEventsStatus: job,
    readAuditEventsResult: job,
  },
  ids: [{ under: '/api/web/v2/async/reports/auditeventspaged/', build: jobAsId('audit-events') }],
  effects: {
    submitAuditEvents: ['readAuditEventsStatus', 'readAuditEventsResult'],
  },
  alteredBy: {
    listAuditEvents: ['createGroup'],
    listSiemEvents: ['createGroup'],
    listOwnActivity: ['changeOwnPassword'],
  },
}
