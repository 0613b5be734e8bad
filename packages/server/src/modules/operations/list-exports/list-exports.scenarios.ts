import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import { buildListExport } from '../../../security/sweep/list-export-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const listExport = async ({ ctx, admin }: World) => ({
  params: { id: await buildListExport(ctx, admin.id) },
})

const listExportAsId = async (tenant: TestTenant) => ({
  id: await buildListExport(tenant.ctx, await anyUser(tenant)),
})

export const scenarios: SubjectScenarios = {
  calls: {
    readListExport: listExport,
    downloadListExport: listExport,
    deleteListExport: listExport,
  },
  ids: [{ under: '/api/web/v1/listexports/', build: listExportAsId }],
  alteredBy: {
    downloadListExport: ['deleteListExport'],
  },
}
