import * as contract from '@signet/contract/authenticators/machines'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { machines } from './machines.service.ts'

export const machinesModule: Module = {
  routes: [
    routes(contract, {
      listUserMachines: async (ctx, { params }) =>
        machines.listOf(ctx, (await readOwner(ctx, params.userid)).id),
      createUserMachine: (ctx, { params, body }) =>
        ctx.transaction(async (ctx) =>
          machines.create(ctx, await expectAuthority(ctx, params.userid), body),
        ),
      deleteUserMachine: (ctx, { params }) =>
        ctx.transaction(async (ctx) =>
          machines.remove(ctx, await expectAuthority(ctx, params.userid), params.id),
        ),
    }),
  ],
  retention: [{ table: 'machines', column: 'expires_at', graceMillis: day }],
  secretColumns: ['machines.sequence_hash'],
}
