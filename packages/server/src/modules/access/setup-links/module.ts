import { day, type Module } from '../../../kit/module.ts'

export const setupLinksModule: Module = {
  retention: [{ table: 'setup_links', column: 'expires_at', graceMillis: day }],
  secretColumns: ['setup_links.token_hash'],
}
