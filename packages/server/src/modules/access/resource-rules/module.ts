import { day, type Module } from '../../../kit/module.ts'
import { resourceRuleRoutes } from './index.ts'

export const resourceRulesModule: Module = {
  routes: [resourceRuleRoutes],
  retention: [{ table: 'access_decisions', column: 'decided_at', graceMillis: 90 * day }],
}
