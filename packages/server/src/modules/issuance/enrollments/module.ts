import { day, type Module } from '../../../kit/module.ts'
import { enrollmentActionRoutes, enrollmentApiRoutes, enrollmentRoutes } from './index.ts'

export const enrollmentsModule: Module = {
  routes: [enrollmentActionRoutes, enrollmentApiRoutes, enrollmentRoutes],
  retention: [{ table: 'enrollment_reservations', column: 'expires_at', graceMillis: day }],
  openColumns: [
    'enrollment_keys.key',
    'enrollment_pictures.content',
    'enrollment_pictures.thumbnail',
    'enrollments.title_key',
  ],
}
