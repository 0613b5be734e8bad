import { buildSiteAgent } from '../../../testing/issuance/site-agents.ts'
import { buildSmartCard } from '../../../testing/issuance/smart-cards.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { buildConnectedWorkflow, buildExternalDatabase } from './database-rows.ts'
import { buildEnrollment } from './enrollment-rows.ts'
import { buildFlashPass, buildFlashPassDesign } from './flash-pass-rows.ts'
import { buildVariableGraphic } from './graphic-rows.ts'
import type { Builder } from './id-builder.ts'
import {
  buildCredentialDesign,
  buildPrint,
  buildPrinter,
  buildPrinterAlert,
} from './issuance-rows.ts'
import { buildSmartCardProfile } from './smart-card-rows.ts'
import { buildWorkflowDesign } from './workflow-rows.ts'

const credentialDesign = async ({ ctx }: TestTenant) => ({
  credentialDesignId: await buildCredentialDesign(ctx),
})
const externalDatabase = async ({ ctx }: TestTenant) => ({
  databaseId: await buildExternalDatabase(ctx),
  tableName: 'people',
})
const connectedWorkflow = async ({ ctx }: TestTenant) => ({
  workflowId: await buildConnectedWorkflow(ctx),
  fieldId: 'field-2',
})
const workflowDesign = async ({ ctx }: TestTenant) => ({
  workflowId: await buildWorkflowDesign(ctx),
})
const enrollmentAsId = async ({ ctx }: TestTenant) => {
  const { enrollmentId, workflowName } = await buildEnrollment(ctx)
  return { id: enrollmentId, enrollmentDesignName: workflowName }
}
const enrollment = async ({ ctx }: TestTenant) => {
  const { workflowId, enrollmentId } = await buildEnrollment(ctx)
  return { workflowId, enrollmentId }
}

const flashPass = async ({ ctx }: TestTenant) => {
  const { batchId, enrollmentId } = await buildFlashPass(ctx)
  const claimToken = ctx.platform.ids.random(16).toString('base64url')
  return { id: batchId, enrollmentId, walletType: 'google', claimToken }
}

const smartCardProfile = async ({ ctx }: TestTenant) => {
  const { cardType, id } = await buildSmartCardProfile(ctx)
  return { cardType, id }
}

/** Of the issuance of cards. */
export const issuanceBuilders: readonly Builder[] = [
  { under: '/api/web/issuance/credentialdesigns/', build: credentialDesign },
  {
    under: '/api/web/v1/printers/',
    build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
  },
  {
    under: '/api/web/issuance/printerdashboard/',
    build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
  },
  {
    under: '/api/web/issuance/alerts/',
    build: async ({ ctx }) => ({ id: await buildPrinterAlert(ctx) }),
  },
  {
    under: '/api/web/issuance/printersearch/accounts/',
    build: async ({ tenant }) => ({ accountId: tenant.id }),
  },
  {
    under: '/api/web/v1/printers/print/',
    build: async ({ ctx }) => ({ printStatusId: (await buildPrint(ctx)).jobId }),
  },
  {
    under: '/api/web/v1/prints/',
    build: async ({ ctx }) => ({ printJobId: (await buildPrint(ctx)).jobId }),
  },
  {
    under: '/api/web/v1/prints/:printerId/',
    build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
  },
  {
    under: '/api/web/issuance/printers/',
    build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
  },
  {
    under: '/api/web/v1/print/',
    build: async ({ ctx }) => ({ id: (await buildPrint(ctx)).batchId }),
  },
  {
    under: '/api/web/v2/print/',
    build: async ({ ctx }) => ({ id: (await buildPrint(ctx)).batchId }),
  },
  {
    under: '/api/web/v1/printers/:printerId/:tenantId',
    build: async ({ ctx, tenant }) => ({
      printerId: await buildPrinter(ctx),
      tenantId: tenant.id,
    }),
  },
  {
    under: '/api/web/v2/printers/',
    build: async ({ ctx }) => ({ deviceId: await buildPrinter(ctx) }),
  },
  {
    under: '/api/web/issuance/mobileflashpassdesigns/',
    build: async ({ ctx }) => {
      const designId = await buildFlashPassDesign(ctx)
      return { designId, mobileFlashPassDesignId: designId }
    },
  },
  { under: '/api/web/v1/mobileFlashPass/', build: flashPass },
  { under: '/api/web/v2/mobileFlashPass/', build: flashPass },
  { under: '/api/web/issuance/v2/workflowdesigns/', build: workflowDesign },
  { under: '/api/web/issuance/externaldatabases/', build: externalDatabase },
  { under: '/api/web/issuance/smartcards/', build: smartCardProfile },
  {
    under: '/api/web/v1/agents/site/',
    build: async ({ ctx }) => ({ id: (await buildSiteAgent(ctx)).id }),
  },
  {
    under: '/api/web/v1/smartcards/',
    build: async ({ ctx }) => ({ id: (await buildSmartCard(ctx)).id }),
  },
  {
    under: '/api/web/issuance/variablegraphics/',
    build: async ({ ctx }) => ({ id: await buildVariableGraphic(ctx) }),
  },
  { under: '/api/web/issuance/fieldconnections/', build: connectedWorkflow },
  { under: '/api/web/issuance/v3/workflowdesigns/', build: workflowDesign },
  { under: '/api/web/issuance/enrollments/', build: enrollment },
  { under: '/api/web/v2/enrollments/', build: enrollmentAsId },
]
