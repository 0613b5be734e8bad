import { type TemplateId, templateIds, templates } from '@signet/card/templates'
import * as contract from '@signet/contract/issuance/credential-designs'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  create,
  exported,
  imported,
  list,
  read,
  remove,
  update,
} from './credential-designs.service.ts'
import { transform } from './pictures.ts'
import { barcode, preview } from './previews.ts'

const template = (id: TemplateId) => {
  const design = templates[id]()
  return { id, sides: design.back === null ? 1 : 2, fields: design.fields.length, design }
}

const credentialDesignRoutes = routes(contract, {
  listCredentialDesigns: (ctx, { query }) => list(ctx, query),
  readCredentialDesign: (ctx, { params, query }) =>
    read(ctx, params.credentialDesignId, query.version),
  createCredentialDesign: (ctx, { body }) => create(ctx, body),
  updateCredentialDesign: (ctx, { params, body }) => update(ctx, params.credentialDesignId, body),
  deleteCredentialDesign: (ctx, { params }) => remove(ctx, params.credentialDesignId),
  exportCredentialDesign: (ctx, { params }) => exported(ctx, params.credentialDesignId),
  importCredentialDesign: (ctx, { body }) => imported(ctx, body),
  listCredentialDesignTemplates: () => templateIds.map(template),
  readCredentialDesignTemplate: (_ctx, { params }) => template(params.CredentialDesignTemplateId),
  drawBarcode: (_ctx, { body }) => barcode(body),
  transformImage: (ctx, { params, body }) => transform(ctx, params.transformType, body),
  previewPrint: (ctx, { body }) => preview(ctx, body),
})

export const credentialDesignsModule: Module = {
  routes: [credentialDesignRoutes],
}
