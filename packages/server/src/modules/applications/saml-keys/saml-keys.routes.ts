import * as contract from '@signet/contract/applications/saml-certificates'
import { routes } from '../../../kit/routes.ts'
import * as service from './saml-keys.service.ts'

export const samlCertificateRoutes = routes(contract, {
  listSamlCertificates: service.list,
  createSamlCertificate: service.create,
  activateSamlCertificate: (ctx, { params }) => service.activate(ctx, params.id),
  deleteSamlCertificate: (ctx, { params }) => service.remove(ctx, params.id),
})
