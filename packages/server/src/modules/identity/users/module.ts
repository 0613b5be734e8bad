import { type Module } from '../../../kit/module.ts'

export const usersModule: Module = {
  kept: {
    'users.lockout_expires_at': 'unused: administrators end the locks that they set',
  },
  openColumns: ['users.mail_key', 'users.user_id_key'],
}
