import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    createSubscriber: ({ ctx }) => ({
      body: {
        companyName: 'Beech',
        hostname: `s${ctx.platform.ids.random(6).toString('hex')}.${new URL(ctx.tenant.publicUrl).hostname}`,
        entitlement: { bundle: 'PLUS' },
        administrator: { email: 'boss@beech.example' },
      },
    }),
  },
  effects: {
    createSubscriber: ['listFleetAccounts'],
  },
}
