import { type Module } from '../../../kit/module.ts'
import { tokenRoutes } from './index.ts'

export const tokensModule: Module = {
  routes: [tokenRoutes],
  secretColumns: ['tokens.pin_hmac', 'tokens.sealed_pin', 'tokens.sealed_secret'],
  openColumns: ['tokens.serial_key'],
}
