import { type Module } from '../../../kit/module.ts'
import { smartCardProfileRoutes } from './index.ts'

export const smartCardProfilesModule: Module = {
  routes: [smartCardProfileRoutes],
  secretColumns: ['smart_card_profiles.sealed_keys'],
}
