import * as contract from '@signet/contract/access/self-devices'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { activeSync } from '../../authenticators/activesync-devices/index.ts'
import { desktops } from '../../authenticators/desktops/index.ts'
import { settings } from '../../settings/families/index.ts'
import { freshlyProven } from '../self-authenticators/index.ts'

const self = (ctx: Context) => {
  const { id, name } = signedInUser(ctx)
  return { id, name }
}

const proven = (ctx: Context) => {
  const { id, name } = freshlyProven(ctx)
  return { id, name }
}

type Change = z.output<(typeof contract.changeOwnActiveSyncDevice)['body']>

/** Whoever lost a phone blocks it at once; letting one in takes a fresh proof, and the tenant's leave. */
const changeOwn = async (ctx: Context, change: Change) => {
  if (change.access === 'BLOCKED') return activeSync.change(ctx, self(ctx), change)
  const { selfService } = await settings.activeSync(ctx)
  if (!selfService) throw new ApiError('authenticator_not_provisioned')
  return activeSync.change(ctx, proven(ctx), change)
}

const selfDeviceRoutes = routes(contract, {
  listOwnActiveSyncDevices: (ctx) => activeSync.listDevices(ctx, self(ctx).id),
  readOwnActiveSyncSettings: activeSync.readSettings,
  refreshOwnActiveSyncDevices: (ctx) => activeSync.refresh(ctx, self(ctx)),
  changeOwnActiveSyncDevice: (ctx, { body }) => changeOwn(ctx, body),
  deleteOwnActiveSyncDevice: (ctx, { params }) => activeSync.take(ctx, self(ctx), params.deviceid),
  listOwnDesktops: (ctx) => desktops.listOf(ctx, self(ctx).id),
  registerOwnDesktop: (ctx, { body }) => desktops.register(ctx, proven(ctx), body),
  renewOwnDesktop: (ctx, { params, body }) =>
    desktops.renew(ctx, proven(ctx), { id: params.id, days: body.days }),
  readOwnDesktop: (ctx, { params }) => desktops.read(ctx, self(ctx).id, params.id),
  deleteOwnDesktop: (ctx, { params }) =>
    ctx.transaction((ctx) => desktops.remove(ctx, self(ctx), params.id)),
})

export const selfDevicesModule: Module = {
  routes: [selfDeviceRoutes],
}
