import { type Module } from '../../../kit/module.ts'
import { oidcClaimRoutes } from './index.ts'

export const oidcClaimsModule: Module = {
  routes: [oidcClaimRoutes],
}
