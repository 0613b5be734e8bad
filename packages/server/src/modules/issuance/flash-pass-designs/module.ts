import * as contract from '@signet/contract/issuance/flash-pass-designs'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { issuanceCredits } from '../../tenancy/entitlements/index.ts'
import {
  create,
  defaults,
  list,
  read,
  remove,
  summarize,
  update,
} from './flash-pass-designs.service.ts'
import { sendSample } from './samples.ts'

export const flashPassDesignsModule: Module = {
  routes: [
    routes(contract, {
      listFlashPassDesigns: (ctx) => list(ctx),
      summarizeFlashPassDesigns: (ctx) => summarize(ctx),
      readFlashPassCredits: async (ctx, { query }) => {
        const { credits, expiry } = await issuanceCredits.read(ctx)
        return {
          ...(query.credits === 'true' ? { credits } : {}),
          ...(query.expiry === 'true' ? { expiry } : {}),
        }
      },
      readDefaultPassFields: (ctx, { query }) => defaults(ctx, query.workflowId),
      createFlashPassDesign: (ctx, { body }) => create(ctx, body),
      readFlashPassDesign: (ctx, { params, query }) =>
        read(ctx, params.mobileFlashPassDesignId, query.fields),
      updateFlashPassDesign: (ctx, { params, query, body }) =>
        update(ctx, { id: params.mobileFlashPassDesignId, wanted: body, fields: query.fields }),
      sendPassSample: (ctx, { params, body }) => sendSample(ctx, params.designId, body.wallet),
      deleteFlashPassDesign: (ctx, { params }) => remove(ctx, params.mobileFlashPassDesignId),
    }),
  ],
}
