import { type Module } from '../../../kit/module.ts'
import { samlCertificateRoutes } from './index.ts'

export const samlKeysModule: Module = {
  routes: [samlCertificateRoutes],
  kept: {
    'saml_keys.not_after': 'applications pin it; an administrator takes it away',
  },
  secretColumns: ['saml_keys.sealed_private'],
}
