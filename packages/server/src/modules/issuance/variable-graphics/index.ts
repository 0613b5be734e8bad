export { variableGraphicRoutes } from './variable-graphics.routes.ts'
export { create as createVariableGraphic } from './variable-graphics.service.ts'
