import { type Module } from '../../../kit/module.ts'
import { userOauthTokenRoutes } from './index.ts'

export const userOauthTokensModule: Module = {
  routes: [userOauthTokenRoutes],
}
