import * as contract from '@signet/contract/applications/saml-certificates'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './saml-keys.service.ts'

export const samlKeysModule: Module = {
  routes: [
    routes(contract, {
      listSamlCertificates: service.list,
      createSamlCertificate: service.create,
      activateSamlCertificate: (ctx, { params }) => service.activate(ctx, params.id),
      deleteSamlCertificate: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ],
  kept: {
    'saml_keys.not_after': 'applications pin it; an administrator takes it away',
  },
  secretColumns: ['saml_keys.sealed_private'],
}
