import { type Module } from '../../../kit/module.ts'
import { flashPassDesignRoutes } from './index.ts'

export const flashPassDesignsModule: Module = {
  routes: [flashPassDesignRoutes],
}
