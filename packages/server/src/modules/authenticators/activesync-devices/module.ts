import * as contract from '@signet/contract/authenticators/activesync-devices'
import * as access from '@signet/contract/settings/activesyncaccess'
import type { Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../../settings/families/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import * as service from './activesync-devices.service.ts'

const ofGateway = sealedSettingsOf(access.activeSyncFamily)

const activeSyncRoutes: readonly Route[] = [
  ...routes(access, {
    readActiveSyncAccess: ofGateway.read,
    updateActiveSyncAccess: ofGateway.update,
    testActiveSync: service.test,
  }),
  ...routes(contract, {
    listActiveSyncDevices: async (ctx, { params }) =>
      service.listDevices(ctx, (await readOwner(ctx, params.userid)).id),
    readUserActiveSyncSettings: async (ctx, { params }) => {
      await readOwner(ctx, params.userid)
      return service.readSettings(ctx)
    },
    refreshActiveSyncDevices: async (ctx, { params }) =>
      service.refresh(ctx, await readOwner(ctx, params.userid)),
    changeActiveSyncDevice: async (ctx, { params, body }) =>
      service.change(ctx, await expectAuthority(ctx, params.userid), body),
    deleteActiveSyncDevice: async (ctx, { params }) =>
      service.take(ctx, await expectAuthority(ctx, params.userid), params.deviceid),
  }),
]

export const activesyncDevicesModule: Module = {
  routes: [activeSyncRoutes],
}
