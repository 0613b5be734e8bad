import { type Module } from '../../../kit/module.ts'
import { voiceRoutes } from './index.ts'

export const voiceModule: Module = {
  routes: [voiceRoutes],
  kept: {
    'voice_links.code_until': 'the end of a code, not of the link',
  },
  secretColumns: ['voice_links.code_hash', 'voice_links.former_hash', 'voice_links.refresh_hash'],
}
