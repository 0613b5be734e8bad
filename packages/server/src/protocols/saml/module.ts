import { type Module } from '../../kit/module.ts'
import { samlInteractionRoutes } from './interactions.routes.ts'
import { samlPreviewRoutes } from './previews.routes.ts'

export const samlModule: Module = {
  routes: [samlInteractionRoutes, samlPreviewRoutes],
  retention: [
    { table: 'saml_requests', column: 'expires_at', graceMillis: 0 },
    { table: 'saml_logouts', column: 'expires_at', graceMillis: 0 },
  ],
  secretColumns: ['saml_logouts.id'],
}
