import * as contract from '@signet/contract/authenticators/desktops'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { desktops } from './desktops.service.ts'

export const desktopsModule: Module = {
  routes: [
    routes(contract, {
      listUserDesktops: async (ctx, { params }) =>
        desktops.listOf(ctx, (await readOwner(ctx, params.userid)).id),
      readUserDesktop: async (ctx, { params }) =>
        desktops.read(ctx, (await readOwner(ctx, params.userid)).id, params.id),
      deleteUserDesktop: (ctx, { params }) =>
        ctx.transaction(async (ctx) =>
          desktops.remove(ctx, await expectAuthority(ctx, params.userid), params.id),
        ),
    }),
  ],
  kept: {
    'desktops.offline_until': 'the end of its codes, not of the desktop',
  },
  secretColumns: ['desktops.sealed_secret'],
}
