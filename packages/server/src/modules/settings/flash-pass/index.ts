export { flashPassSettingRoutes } from './flash-pass.routes.ts'
