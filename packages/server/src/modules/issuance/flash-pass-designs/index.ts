export { flashPassDesignRoutes } from './flash-pass-designs.routes.ts'
export {
  create as createFlashPassDesign,
  defaults as defaultPassFields,
} from './flash-pass-designs.service.ts'
