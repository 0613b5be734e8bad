import * as contract from '@signet/contract/provider/support'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { readContact, supportOf, updateContact } from './support.service.ts'

export const supportModule: Module = {
  routes: [
    routes(contract, {
      readSupportAndResources: supportOf,
      readSupportContact: readContact,
      updateSupportContact: (ctx, { body }) => updateContact(ctx, body),
    }),
  ],
}
