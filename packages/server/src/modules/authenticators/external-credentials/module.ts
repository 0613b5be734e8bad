import { type Module } from '../../../kit/module.ts'
import { externalCredentialRoutes } from './index.ts'

export const externalCredentialsModule: Module = {
  routes: [externalCredentialRoutes],
  openColumns: ['external_credentials.last_answer_hmac'],
}
