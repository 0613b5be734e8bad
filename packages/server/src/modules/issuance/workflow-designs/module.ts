import { type Module } from '../../../kit/module.ts'
import { workflowDesignRoutes } from './index.ts'

export const workflowDesignsModule: Module = {
  routes: [workflowDesignRoutes],
}
