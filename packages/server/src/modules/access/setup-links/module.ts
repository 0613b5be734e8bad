import { day, type Module } from '../../../kit/module.ts'

export const setupLinksModule: Module = {
  // For a month an administrator sees that an invitation was not used in time.
  retention: [{ table: 'setup_links', column: 'expires_at', graceMillis: 30 * day }],
  secretColumns: ['setup_links.token_hash'],
}
