import { type Module } from '../../../kit/module.ts'
import { selfRegistrationRoutes } from './index.ts'

export const selfRegistrationsModule: Module = {
  routes: [selfRegistrationRoutes],
}
