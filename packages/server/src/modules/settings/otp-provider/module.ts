import { type Module } from '../../../kit/module.ts'
import { otpProviderRoutes } from './index.ts'

export const otpProviderModule: Module = {
  routes: [otpProviderRoutes],
}
