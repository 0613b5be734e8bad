import * as contract from '@signet/contract/provider/rate-limiting'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './rate-limiting.service.ts'

export const rateLimitingModule: Module = {
  routes: [
    routes(contract, {
      listRateLimitPolicies: service.list,
      readRateLimitPolicy: (ctx, { params }) => service.read(ctx, params.id),
      createRateLimitPolicy: (ctx, { body }) => service.create(ctx, body),
      updateRateLimitPolicy: (ctx, { body }) => service.update(ctx, body),
      deleteRateLimitPolicy: (ctx, { params }) => service.remove(ctx, params.id),
      refreshRateLimitPolicies: service.refresh,
      readTenantRateLimits: (ctx, { params }) => service.readTenant(ctx, params.tenantid),
      replaceTenantRateLimits: (ctx, { params, body }) =>
        service.replaceTenant(ctx, params.tenantid, body),
      deleteTenantRateLimits: (ctx, { params }) => service.removeTenant(ctx, params.tenantid),
      listLimitedCallers: (ctx, { params, body }) =>
        service.listLimited(ctx, params.tenantid, body),
    }),
  ],
  retention: [{ table: 'limited_callers', column: 'last_at', graceMillis: 30 * day }],
}
