import { updateFlashPassSettings } from '@signet/contract/settings/flashpass'
import { createPassSigner, readySettings } from '../../../../testing/issuance/pass-signer.ts'
import { buildFlashPassDesign, passDesignNamed } from '../../../security/sweep/flash-pass-rows.ts'
import { workflowAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildWorkflowDesign } from '../../../security/sweep/workflow-rows.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const onDesign: Scenario = async ({ ctx }) => ({
  params: { mobileFlashPassDesignId: await buildFlashPassDesign(ctx) },
})

const written = async ({ ctx }: World) => ({
  ...passDesignNamed(`Pass ${ctx.platform.ids.random(6).toString('hex')}`),
  workflowId: await buildWorkflowDesign(ctx),
})

export const scenarios: SubjectScenarios = {
  calls: {
    readDefaultPassFields: async ({ ctx }) => ({
      query: { workflowId: await buildWorkflowDesign(ctx) },
    }),
    createFlashPassDesign: async (world) => ({ body: await written(world) }),
    readFlashPassDesign: onDesign,
    updateFlashPassDesign: async (world) => ({
      params: { mobileFlashPassDesignId: await buildFlashPassDesign(world.ctx) },
      body: await written(world),
    }),
    deleteFlashPassDesign: onDesign,
    sendPassSample: async (world) => {
      const { test, admin, keep, ctx } = world
      const signer = await createPassSigner()
      keep(signer.key)
      const { googleEnabled: _google, secrets, ...apple } = readySettings(signer, '')
      const body = { ...apple, secrets: { appleKey: secrets.appleKey } }
      await test.call(updateFlashPassSettings, { as: admin.token, body })
      return { params: { designId: await buildFlashPassDesign(ctx) }, body: { wallet: 'APPLE' } }
    },
  },
  ids: [
    {
      under: '/api/web/issuance/mobileflashpassdesigns/',
      build: async ({ ctx }) => {
        const designId = await buildFlashPassDesign(ctx)
        return { designId, mobileFlashPassDesignId: designId }
      },
    },
  ],
  bodyIds: {
    createFlashPassDesign: {
      build: async (tenant) => (await workflowAsId(tenant)).workflowId,
      body: (workflowId) => ({ ...passDesignNamed('Of others'), workflowId }),
    },
    updateFlashPassDesign: {
      build: async (tenant) => (await workflowAsId(tenant)).workflowId,
      body: (workflowId) => ({ ...passDesignNamed('Of others'), workflowId }),
      params: async ({ ctx }) => ({ mobileFlashPassDesignId: await buildFlashPassDesign(ctx) }),
    },
  },
  bodies: {
    createFlashPassDesign: { ...passDesignNamed('x'), workflowId: crypto.randomUUID() },
    updateFlashPassDesign: { ...passDesignNamed('x'), workflowId: crypto.randomUUID() },
  },
  alteredBy: {
    readDefaultPassFields: ['deleteWorkflowDesign'],
    summarizeFlashPassDesigns: ['createFlashPassDesign'],
  },
  shownIn: {
    readFlashPassCredits: 'modules/issuance/flash-passes/flash-passes.test.ts',
    sendPassSample: 'modules/issuance/flash-pass-designs/samples.test.ts',
  },
}
