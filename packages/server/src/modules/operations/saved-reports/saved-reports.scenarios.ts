import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildReport } from '../../../security/sweep/report-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const report = async ({ ctx }: World) => ({ params: { id: await buildReport(ctx) } })

const reportAsId = async ({ ctx }: TestTenant) => ({ id: await buildReport(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    readReport: report,
    deleteReport: report,
    cancelReport: report,
    renewReportCredentials: report,
    downloadReport: report,
    printReport: report,
  },
  ids: [{ under: '/api/web/v1/reports/', build: reportAsId }],
  alteredBy: {
    previewReport: ['createGroup'],
    downloadReport: ['deleteReport'],
    printReport: ['deleteReport'],
  },
}
