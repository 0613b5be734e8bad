import { buildAccountBelow } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'
import { assign } from './assignments.service.ts'
import { start, stop } from './rollouts.service.ts'
import { create } from './templates.service.ts'

type Tenant = Pick<World, 'ctx'>

const wanted = ({ ctx }: Tenant) => ({
  name: `Template ${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  parentId: null,
  values: { password: { minimumLength: 14 } },
})

const built = async (tenant: Tenant): Promise<string> =>
  (await create(tenant.ctx, wanted(tenant))).value.id

const onTemplate = async (tenant: Tenant) => ({ params: { id: await built(tenant) } })

/** With a tenant that has it. */
const assigned = async (tenant: Tenant) => {
  const id = await built(tenant)
  const tenantid = await buildAccountBelow(tenant.ctx)
  await assign(tenant.ctx, id, [tenantid])
  return { id, tenantid }
}

const rolledOut = async (tenant: Tenant): Promise<string> => {
  const { id, tenantid } = await assigned(tenant)
  const rollout = await start(tenant.ctx, id, {
    canaryTenantIds: [tenantid],
    watchMinutes: 60,
    overwrite: false,
    risePoints: 5,
    risePercent: 50,
  })
  return rollout.id
}
const onRollout = async (tenant: Tenant) => ({ params: { id: await rolledOut(tenant) } })
const onStopped = async (tenant: Tenant) => {
  const id = await rolledOut(tenant)
  await stop(tenant.ctx, id)
  return { params: { id } }
}

const tests = 'modules/provider/settings-templates/settings-templates.test.ts'
const names = { name: 'Another name', values: {} }

export const scenarios: SubjectScenarios = {
  calls: {
    createSettingsTemplate: (world) => ({ body: wanted(world) }),
    readSettingsTemplate: onTemplate,
    updateSettingsTemplate: async (world) => ({
      ...(await onTemplate(world)),
      body: { ...wanted(world), values: { password: { minimumLength: 16 } } },
    }),
    deleteSettingsTemplate: onTemplate,
    listTemplateAssignments: async (world) => {
      const { id } = await assigned(world)
      return { params: { id } }
    },
    assignSettingsTemplate: async (world) => ({
      ...(await onTemplate(world)),
      body: { tenantIds: [await buildAccountBelow(world.ctx)] },
    }),
    unassignSettingsTemplate: async (world) => ({ params: await assigned(world) }),
    planSettingsTemplate: async (world) => {
      const { id } = await assigned(world)
      return { params: { id }, body: {} }
    },
    readTemplateDrift: async (world) => {
      const { id } = await assigned(world)
      return { params: { id }, body: {} }
    },
    listSettingsRollouts: onTemplate,
    startSettingsRollout: async (world) => {
      const { id, tenantid } = await assigned(world)
      return { params: { id }, body: { canaryTenantIds: [tenantid] } }
    },
    readSettingsRollout: onRollout,
    stopSettingsRollout: onRollout,
    resumeSettingsRollout: onStopped,
    rollBackSettingsRollout: onStopped,
  },
  ids: [
    {
      under: '/api/web/v1/serviceprovider/settingstemplates/:id',
      build: async (tenant) => ({ id: await built(tenant) }),
    },
    { under: '/api/web/v1/serviceprovider/settingstemplates/:id/assignments/', build: assigned },
    {
      under: '/api/web/v1/serviceprovider/settingsrollouts/:id',
      build: async (tenant) => ({ id: await rolledOut(tenant) }),
    },
  ],
  bodyIds: {
    createSettingsTemplate: { build: built, body: (parentId) => ({ ...names, parentId }) },
    updateSettingsTemplate: {
      build: built,
      body: (parentId) => ({ ...names, parentId }),
      params: async (tenant) => ({ id: await built(tenant) }),
    },
    assignSettingsTemplate: {
      build: ({ ctx }) => buildAccountBelow(ctx),
      body: (id) => ({ tenantIds: [id] }),
      params: async (tenant) => ({ id: await built(tenant) }),
    },
    startSettingsRollout: {
      build: async (tenant) => (await assigned(tenant)).tenantid,
      body: (id) => ({ canaryTenantIds: [id] }),
      params: async (tenant) => ({ id: (await assigned(tenant)).id }),
    },
  },
  effects: {
    createSettingsTemplate: ['listSettingsTemplatesPaged'],
  },
  shownIn: {
    planSettingsTemplate: tests,
    readTemplateDrift: tests,
  },
}
