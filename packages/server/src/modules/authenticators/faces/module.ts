import { day, type Module } from '../../../kit/module.ts'
import { faceRoutes } from './index.ts'

export const facesModule: Module = {
  routes: [faceRoutes],
  retention: [{ table: 'face_checks', column: 'expires_at', graceMillis: day }],
  kept: {
    'faces.expires_at': 'the end of its registration, not of the face',
  },
}
