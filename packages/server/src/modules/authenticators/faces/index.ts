export { openCheckQuery, useCheck } from './faces.repository.ts'
export { type Owned, service as faces } from './faces.service.ts'
export { provider as faceProvider } from './provider.ts'
export { rawBodies } from './raw-bodies.ts'
