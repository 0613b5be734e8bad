import { updateEmailTemplate } from '@signet/contract/settings/email-templates'
import { updateTenantSettings } from '@signet/contract/settings/tenant'
import { updating } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const template = { type: 'newDevice', locale: 'en' }

const draft = {
  ...template,
  subject: 'New sign-in',
  body: '<mjml><mj-body><mj-section><mj-column><mj-text>{{name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
  text: '{{name}}',
}

const inEnglish = () => ({ params: { locale: 'en' } })

export const scenarios: SubjectScenarios = {
  calls: {
    readEmailTemplateType: () => ({ params: { type: 'newDevice' } }),
    readEmailTemplate: () => ({ params: template }),
    updateEmailTemplate: ({ ctx }) => ({
      body: { ...draft, subject: `Sign-in ${ctx.platform.ids.random(6).toString('hex')}` },
    }),
    previewEmailTemplate: () => ({ body: draft }),
    resetEmailTemplate: async ({ test, admin }) => {
      await test.call(updateEmailTemplate, { as: admin.token, body: draft })
      return { params: template }
    },
    updateEmailVariables: () => ({ body: { locale: 'en', footer: 'Acme' } }),
    readEmailVariables: inEnglish,
    readDefaultEmailVariables: inEnglish,
  },
  effects: {
    updateEmailVariables: [],
  },
  alteredBy: {
    readEmailTemplate: ['updateEmailTemplate'],
    readEmailTemplateType: ['resetEmailTemplate'],
    readEmailVariables: ['updateEmailVariables'],
    readDefaultEmailVariables: updating(updateTenantSettings, { companyName: 'Acme and Sons' }),
  },
  computes: {
    previewEmailTemplate: { subject: 'Another subject' },
  },
}
