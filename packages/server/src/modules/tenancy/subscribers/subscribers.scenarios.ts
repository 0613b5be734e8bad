import { updateSubscriber } from '@signet/contract/tenancy/subscribers'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updateSubscriber: ({ ctx }) => ({
      params: { id: ctx.tenant.id },
      body: { motd: { en: 'Welcome' } },
    }),
    resetSubscriberTheme: async ({ test, ctx, admin }) => {
      const params = { id: ctx.tenant.id }
      await test.call(updateSubscriber, {
        as: admin.token,
        params,
        body: { motd: { en: 'Hello' } },
      })
      return { params }
    },
  },
  ids: [{ under: '/api/web/v1/subscribers/', build: async ({ tenant }) => ({ id: tenant.id }) }],
  effects: {
    updateSubscriber: ['readSubscriber'],
    resetSubscriberTheme: ['readSubscriber'],
  },
  computes: {
    sanitizeHtml: { html: '<b>x</b>' },
  },
}
