import * as contract from '@signet/contract/provider/otp-providers'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { lentConnectors } from '../../settings/otp-provider/index.ts'
import { readOfTenant, updateOfTenant } from './tenant-otp-provider.service.ts'

export const otpProvidersModule: Module = {
  routes: [
    routes(contract, {
      readOtpProviders: lentConnectors.read,
      updateOtpProviders: (ctx, { body }) => lentConnectors.update(ctx, body),
      readTenantOtpProvider: (ctx, { params }) => readOfTenant(ctx, params.id),
      updateTenantOtpProvider: (ctx, { params, body }) => updateOfTenant(ctx, params.id, body),
    }),
  ],
}
