import * as contract from '@signet/contract/provider/management-platform'
import type { Context } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  inheritedCredential,
  serviceCredentialOf,
} from '../../settings/provider-credentials/index.ts'

const { managementPlatformFamily: family } = contract
const platform = serviceCredentialOf(family, 'SPMANAGEMENTPLATFORM')

const readEffective = async (ctx: Context) => {
  const used = await inheritedCredential(ctx, family, ({ enabled }) => enabled)
  return { providerName: used?.providerName ?? null, url: used?.values.url ?? null }
}

export const managementPlatformModule: Module = {
  routes: [
    routes(contract, {
      readManagementPlatform: platform.read,
      updateManagementPlatform: (ctx, { body }) => platform.update(ctx, body),
      testManagementPlatform: platform.test,
      readEffectivePlatform: readEffective,
    }),
  ],
}
