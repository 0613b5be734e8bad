import * as contract from '@signet/contract/issuance/smart-card-profiles'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { format, test } from './profile-runs.ts'
import { create, list, read, remove, update } from './smart-card-profiles.service.ts'

const named = ({ cardType, id }: { cardType: Parameters<typeof list>[1]; id: string }) => ({
  type: cardType,
  id,
})

const smartCardProfileRoutes = routes(contract, {
  listSmartCardProfiles: (ctx, { params }) => list(ctx, params.cardType),
  readSmartCardProfile: (ctx, { params }) => read(ctx, named(params)),
  createSmartCardProfile: (ctx, { params, body }) => create(ctx, params.cardType, body),
  updateSmartCardProfile: (ctx, { params, body }) => update(ctx, named(params), body),
  deleteSmartCardProfile: (ctx, { params }) => remove(ctx, named(params)),
  formatSmartCard: (ctx, { params, body }) => format(ctx, named(params), body),
  testSmartCard: (ctx, { params, body }) => test(ctx, named(params), body),
})

export const smartCardProfilesModule: Module = {
  routes: [smartCardProfileRoutes],
  secretColumns: ['smart_card_profiles.sealed_keys'],
}
