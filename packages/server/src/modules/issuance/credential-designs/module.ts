import { type Module } from '../../../kit/module.ts'
import { credentialDesignRoutes } from './index.ts'

export const credentialDesignsModule: Module = {
  routes: [credentialDesignRoutes],
}
