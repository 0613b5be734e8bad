import { type Module } from '../../../kit/module.ts'
import { selfFaceRoutes } from './self-faces.routes.ts'

export const selfFacesModule: Module = {
  routes: [selfFaceRoutes],
}
