import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const newSubscriber = ({ ctx }: World) => ({
  body: {
    companyName: 'Beech',
    hostname: `s${ctx.platform.ids.random(6).toString('hex')}.${new URL(ctx.tenant.publicUrl).hostname}`,
    entitlement: { bundle: 'PLUS' },
    administrator: { email: 'boss@beech.example' },
  },
})

export const scenarios: SubjectScenarios = {
  calls: {
    createSubscriber: newSubscriber,
    createSubscriberAccount: newSubscriber,
  },
  effects: {
    createSubscriber: ['listFleetAccounts'],
    createSubscriberAccount: ['listFleetAccounts'],
  },
}
