import { type Module } from '../../../kit/module.ts'
import { selfAuthenticatorRoutes, selfQuestionRoutes } from './index.ts'

export const selfAuthenticatorsModule: Module = {
  routes: [selfAuthenticatorRoutes, selfQuestionRoutes],
}
