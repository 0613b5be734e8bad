import { startIsolationRun } from '@signet/contract/provider/isolation'
import type { TestTenant } from '../../../../testing/test-app.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { insertRun } from './runs.repository.ts'

/** A run that came to its end, with a report. */
const completedRun = async ({ ctx }: TestTenant) => {
  const now = ctx.platform.clock.now()
  const report = JSON.stringify({
    controls: 120,
    totals: [{ probe: 'READ', tried: 1, refused: 0 }],
    findings: [],
    leftOut: [],
    previousDigest: null,
  })
  const { id } = await insertRun(ctx, 'ada', {
    state: 'COMPLETED',
    started_at: now,
    ended_at: now,
    release: '0.2.0',
    report,
    signed: 'e30.e30.c2lnbmF0dXJl',
    digest: '0'.repeat(64),
  })
  return { id }
}

/** While a run waits, another request is answered with it; among many, a new one is not on the first page. */
const forgetRuns = ({ ctx }: TestTenant) =>
  ctx.db.deleteFrom('isolation_runs').where('tenant_id', '=', ctx.tenant.id).execute()

const shown = 'modules/provider/isolation/isolation.test.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    startIsolationRun: async ({ test }) => {
      await forgetRuns(test)
      return {}
    },
  },
  ids: [{ under: '/api/web/v1/serviceprovider/isolation/runs/', build: completedRun }],
  bodies: { updateIsolationSettings: { enabled: true, intervalHours: 12 } },
  effects: {
    updateIsolationSettings: ['readIsolationSettings'],
    startIsolationRun: ['listIsolationRuns'],
  },
  alteredBy: {
    listIsolationRuns: async ({ test, admin }) => {
      await forgetRuns(test)
      return test.call(startIsolationRun, { as: admin.token })
    },
  },
  shownIn: { readIsolationRun: shown, downloadIsolationReport: shown },
}
