import { day, type Module } from '../../../kit/module.ts'
import { magicLinkRoutes } from './index.ts'

export const magicLinksModule: Module = {
  routes: [magicLinkRoutes],
  retention: [{ table: 'magic_links', column: 'expires_at', graceMillis: day }],
  kept: {
    'magic_links.resend_after': 'swept by the link’s own end',
  },
  secretColumns: ['magic_links.token_hash'],
}
