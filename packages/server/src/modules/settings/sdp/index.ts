export { sdpRoutes } from './sdp.routes.ts'
export { type HandedActivation, handOver, takesActivations } from './sdp.service.ts'
