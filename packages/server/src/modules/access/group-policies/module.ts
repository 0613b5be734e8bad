import * as contract from '@signet/contract/settings/grouppolicy'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './group-policies.service.ts'

export const groupPoliciesModule: Module = {
  routes: [
    routes(contract, {
      listGroupPolicies: service.list,
      readGroupPolicy: (ctx, { params }) => service.read(ctx, params.id),
      createGroupPolicy: (ctx, { body }) => service.create(ctx, body),
      createRegistrationPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { registration: settings } }),
      createGridPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { grid: settings } }),
      createTenantPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { tenant: settings } }),
      createVerificationPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { verification: settings } }),
      createMagicLinkPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { magiclink: settings } }),
      createPassthroughPolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { passthrough: settings } }),
      createAdministratorRolePolicy: (ctx, { body: { settings, ...body } }) =>
        service.create(ctx, { ...body, settings: { administratorrole: settings } }),
      updateGroupPolicy: (ctx, { params, body }) => service.change(ctx, params.id, body),
      changeGroupPolicyState: (ctx, { params, body }) =>
        service.changeState(ctx, params.id, body.state),
      orderGroupPolicies: (ctx, { body }) => service.order(ctx, body.ids),
      deleteGroupPolicy: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ],
}
