import * as contract from '@signet/contract/access/self-machines'
import { signedInUser } from '../../../kit/context.ts'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { machines } from '../../authenticators/machines/index.ts'
import { freshlyProven } from '../self-authenticators/index.ts'

export const selfMachinesModule: Module = {
  routes: [
    routes(contract, {
      listOwnMachines: (ctx) => machines.listOf(ctx, signedInUser(ctx).id),
      createOwnMachine: (ctx, { body }) =>
        ctx.transaction((ctx) => {
          const { id, name } = freshlyProven(ctx)
          return machines.create(ctx, { id, name }, body)
        }),
      deleteOwnMachine: (ctx, { params }) =>
        ctx.transaction((ctx) => {
          const { id, name } = signedInUser(ctx)
          return machines.remove(ctx, { id, name }, params.id)
        }),
      readOwnMachineSettings: machines.readUserSettings,
    }),
  ],
}
