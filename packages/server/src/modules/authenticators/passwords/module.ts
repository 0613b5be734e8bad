import { type Module } from '../../../kit/module.ts'
import { passwordRoutes } from './passwords.routes.ts'

export const passwordsModule: Module = {
  routes: [passwordRoutes],
  kept: {
    'passwords.expires_at': 'the password is to be changed then',
  },
  secretColumns: ['password_history.hash', 'passwords.binding', 'passwords.hash'],
}
