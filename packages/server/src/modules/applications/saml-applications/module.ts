import * as contract from '@signet/contract/applications/saml-applications'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { type ServiceProvider } from '../../../platform/saml/service-provider.ts'
import { readProvider } from './read-metadata.ts'
import * as service from './saml-applications.service.ts'
import { tryFilter, verdictOf } from './saml-filters.ts'
import * as options from './saml-options.ts'

export const samlApplicationsModule: Module = {
  routes: [
    routes(contract, {
      listSamlApplications: service.listAll,
      createSamlApplication: (ctx, { body }) => service.create(ctx, body),
      readSamlApplication: (ctx, { params }) => service.read(ctx, params.id),
      updateSamlApplication: (ctx, { params, body }) => service.change(ctx, params.id, body),
      deleteSamlApplication: (ctx, { params }) => service.remove(ctx, params.id),
      listSamlAttributeSources: options.attributeSources,
      listSamlHashAlgorithms: () => options.hashAlgorithms,
      listSamlNameIdFormats: () => options.nameIdFormats,
      listSamlSignatureAlgorithms: () => options.signatureAlgorithms,
      parseSamlMetadata: (ctx, { body }) =>
        readProvider<ServiceProvider>(ctx, 'service-provider', body.metadata),
      testSamlFilter: (_ctx, { body }) => tryFilter(body),
      validateSamlFilter: (_ctx, { body, query }) => verdictOf(body.filter, query.attributeValue),
    }),
  ],
}
