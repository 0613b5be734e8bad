import * as rolloutCalls from '@signet/contract/provider/settings-rollouts'
import * as contract from '@signet/contract/provider/settings-templates'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as assignments from './assignments.service.ts'
import { drift, plan } from './plan.service.ts'
import * as rollouts from './rollouts.service.ts'
import { create, page, templates, update } from './templates.service.ts'

export const settingsTemplatesModule: Module = {
  routes: [
    routes(contract, {
      listSettingsTemplatesPaged: (ctx, { body }) => page(ctx, body),
      readSettingsTemplate: (ctx, { params }) => templates.read(ctx, params.id),
      createSettingsTemplate: (ctx, { body }) => create(ctx, body),
      updateSettingsTemplate: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteSettingsTemplate: (ctx, { params }) => templates.remove(ctx, params.id),
      listTemplateAssignments: (ctx, { params }) => assignments.list(ctx, params.id),
      assignSettingsTemplate: (ctx, { params, body }) =>
        assignments.assign(ctx, params.id, body.tenantIds),
      unassignSettingsTemplate: (ctx, { params }) =>
        assignments.unassign(ctx, params.id, params.tenantid),
      planSettingsTemplate: (ctx, { params, body }) => plan(ctx, params.id, body),
      readTemplateDrift: (ctx, { params, body }) => drift(ctx, params.id, body),
    }),
    routes(rolloutCalls, {
      listSettingsRollouts: (ctx, { params }) => rollouts.list(ctx, params.id),
      startSettingsRollout: (ctx, { params, body }) => rollouts.start(ctx, params.id, body),
      readSettingsRollout: (ctx, { params }) => rollouts.read(ctx, params.id),
      stopSettingsRollout: (ctx, { params }) => rollouts.stop(ctx, params.id),
      resumeSettingsRollout: (ctx, { params }) => rollouts.resume(ctx, params.id),
      rollBackSettingsRollout: (ctx, { params }) => rollouts.rollBack(ctx, params.id),
    }),
  ],
  kept: {
    'settings_rollouts.ended_at': 'the provider sees what was rolled out, and when',
    'settings_rollouts.watch_until': 'a step of the rollout, which is kept',
  },
}
