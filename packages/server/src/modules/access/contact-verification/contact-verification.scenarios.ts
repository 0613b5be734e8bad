import {
  challengeContactVerification,
  challengeExtraAttribute,
  challengeOptionalAttribute,
  challengeSystemAttribute,
} from '@signet/contract/access/contact-verification'
import { updateSelf } from '@signet/contract/access/self'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { own } from '../../../security/sweep/calls/self.ts'
import { mails, rowsOf } from '../../../security/sweep/looks.ts'
import { buildUserAttribute } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Given, type Scenario } from '../../../security/sweep/world.ts'

const proving =
  (challenge: Endpoint, body: object): Scenario =>
  async (world) => {
    const { as, id, email } = await buildSignedIn(world)
    await world.ctx.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', id)
      .execute()
    const value = `${world.ctx.platform.ids.random(6).toString('hex')}@example.test`
    const isNew = 'value' in body && body.value === 'NEW'
    await world.test.call(challenge, { as, body: isNew ? { ...body, value } : body })
    const response = await mailedCode(world.test, isNew ? value : email)
    const attribute = 'attribute' in body ? body.attribute : ''
    return { as, body: { attribute, response } }
  }

const ofExtra =
  (build: (as: string, attribute: string) => Promise<Given> | Given): Scenario =>
  async (world) =>
    build((await buildSignedIn(world)).as, await buildUserAttribute(world.ctx))

export const scenarios: SubjectScenarios = {
  calls: {
    challengeContactVerification: own(() => ({ attribute: 'email' })),
    authenticateContactVerification: proving(challengeContactVerification, { attribute: 'email' }),
    challengeSystemAttribute: own(() => ({ attribute: 'email', value: 'new@example.test' })),
    completeSystemAttribute: proving(challengeSystemAttribute, {
      attribute: 'email',
      value: 'NEW',
    }),
    challengeOptionalAttribute: own(() => ({ attribute: 'mobile', value: '+442079460123' })),
    completeOptionalAttribute: proving(challengeOptionalAttribute, {
      attribute: 'mobile',
      value: '+442079460123',
    }),
    deleteOptionalAttribute: async (world) => {
      const { as, id } = await buildSignedIn(world)
      await world.ctx.db
        .updateTable('users')
        .set({ mobile: '+442079460123' })
        .where('id', '=', id)
        .execute()
      return { as, query: { attribute: 'mobile' } }
    },
    challengeExtraAttribute: ofExtra((as, attribute) => ({ as, body: { attribute, value: 'x' } })),
    completeExtraAttribute: async (world) => {
      const attribute = await buildUserAttribute(world.ctx)
      return proving(challengeExtraAttribute, { attribute, value: 'x' })(world)
    },
    deleteExtraAttribute: async (world) => {
      const attribute = await buildUserAttribute(world.ctx)
      const { as } = await buildSignedIn(world)
      await world.test.call(updateSelf, {
        as,
        body: { userAttributeValues: [{ userAttributeId: attribute, value: 'x' }] },
      })
      return { as, query: { attribute } }
    },
  },
  effects: {
    authenticateContactVerification: ['readSelf'],
    challengeContactVerification: mails,
    challengeExtraAttribute: rowsOf('contact_challenges'),
    challengeOptionalAttribute: mails,
    challengeSystemAttribute: mails,
  },
}
