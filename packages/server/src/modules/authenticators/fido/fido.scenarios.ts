import { startFidoRegistration } from '@signet/contract/authenticators/fido'
import { buildUser } from '../../../../testing/builders.ts'
import { registrationFor } from '../../../security/sweep/calls/authenticators.ts'
import { passkeyAsId, userAsId } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onPasskey =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { fidoid: await buildPasskey(ctx, (await buildUser(ctx)).id) },
    ...(body === undefined ? {} : { body }),
  })

export const scenarios: SubjectScenarios = {
  calls: {
    updatePasskeyDomain: () => ({ body: { domain: null } }),
    startFidoRegistration: async ({ ctx }) => ({ params: { id: (await buildUser(ctx)).id } }),
    completeFidoRegistration: async (world) => {
      const params = { id: (await buildUser(world.ctx)).id }
      const begun = await world.test.call(startFidoRegistration, { as: world.admin.token, params })
      return { params, body: { fidoResponse: registrationFor(world, begun.body.fidoOptions) } }
    },
    readFidoToken: onPasskey(),
    updateFidoToken: onPasskey({ name: 'Renamed' }),
    deleteFidoToken: onPasskey(),
  },
  ids: [
    { under: '/api/web/v1/fidotokens/', build: passkeyAsId },
    { under: '/api/web/v1/fidotokens/challenge/', build: userAsId },
    { under: '/api/web/v1/fidotokens/complete/', build: userAsId },
  ],
  effects: {
    startFidoRegistration: rowsOf('fido_registrations'),
    completeFidoRegistration: rowsOf('fido_credentials'),
  },
  shownIn: {
    updatePasskeyDomain: 'security/passkey-domains.test.ts',
    readPasskeyDomain: 'security/passkey-domains.test.ts',
  },
}
