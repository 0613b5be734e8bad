import { type Module } from '../../../kit/module.ts'
import { verificationRoutes } from './verification.routes.ts'

export const verificationModule: Module = {
  routes: [verificationRoutes],
}
