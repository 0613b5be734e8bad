import { type Module } from '../../../kit/module.ts'
import { userAuthenticatorRoutes } from './index.ts'

export const userAuthenticatorsModule: Module = {
  routes: [userAuthenticatorRoutes],
}
