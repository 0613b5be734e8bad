import * as contract from '@signet/contract/access/setup'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { begin, read } from './setup.service.ts'

export const setupModule: Module = {
  routes: [
    routes(contract, {
      readSetup: (ctx, { body }) => read(ctx, body.setupToken),
      beginSetup: (ctx, { body }) => begin(ctx, body),
    }),
  ],
}
