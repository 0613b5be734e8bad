import { buildJob } from '../rows.ts'
import type { Scenario, Scenarios } from '../world.ts'

const job: Scenario = async ({ ctx, admin }) => ({
  params: { id: await buildJob(ctx, { kind: 'audit-events', ownerId: admin.id }) },
})

export const operationScenarios: Scenarios = {
  readAuditEventsStatus: job,
  readAuditEventsResult: job,
}
