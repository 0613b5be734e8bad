import * as contract from '@signet/contract/issuance/smart-cards'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { listAssigned, listUnassigned } from './smart-card-lists.ts'
import { read, remove, update } from './smart-cards.service.ts'

export const smartCardsModule: Module = {
  routes: [
    routes(contract, {
      readSmartCard: (ctx, { params }) => read(ctx, params.id),
      updateSmartCard: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteSmartCard: (ctx, { params }) => remove(ctx, params.id),
      listAssignedSmartCards: (ctx, { body }) => listAssigned(ctx, body),
      listUnassignedSmartCards: (ctx, { body }) => listUnassigned(ctx, body),
    }),
  ],
  openColumns: ['smart_cards.serial_key'],
}
