import * as contract from '@signet/contract/settings/email-templates'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  list,
  preview,
  read,
  readDefaultWords,
  readType,
  readWords,
  reset,
  update,
  updateWords,
} from './email-templates.service.ts'

export const emailTemplatesModule: Module = {
  routes: [
    routes(contract, {
      listEmailTemplates: list,
      readEmailTemplateType: (ctx, { params }) => readType(ctx, params.type),
      readEmailTemplate: (ctx, { params }) => read(ctx, params.type, params.locale),
      updateEmailTemplate: (ctx, { body }) => update(ctx, body),
      previewEmailTemplate: (ctx, { body }) => preview(ctx, body),
      resetEmailTemplate: (ctx, { params }) => reset(ctx, params.type, params.locale),
      readEmailVariables: (ctx, { params }) => readWords(ctx, params.locale),
      updateEmailVariables: (ctx, { body }) => updateWords(ctx, body),
      readDefaultEmailVariables: (ctx, { params }) => readDefaultWords(ctx, params.locale),
    }),
  ],
}
