import { type Module } from '../../../kit/module.ts'
import { groupPolicyRoutes } from './index.ts'

export const groupPoliciesModule: Module = {
  routes: [groupPolicyRoutes],
}
