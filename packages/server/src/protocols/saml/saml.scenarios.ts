import { buildUser } from '../../../testing/builders.ts'
import { anyUser } from '../../security/sweep/id-rows.ts'
import { buildSamlApplication } from '../../security/sweep/saml-rows.ts'
import type { SubjectScenarios } from '../../security/sweep/subject.ts'
import type { Given, World } from '../../security/sweep/world.ts'
import { browserCookies } from '../waiting-requests.ts'
import { keepWaiting } from './interactions.ts'

/** A browser to which a SAML application is closed: what it asked waits for it. */
const closedBySaml = async ({ ctx }: World): Promise<Given> => {
  const applicationId = await buildSamlApplication(ctx)
  const wanted = {
    applicationId,
    requestId: null,
    consumerUrl: 'https://sp.example.test/acs',
    relayState: null,
    forceAuthn: false,
    isPassive: false,
    contexts: { classes: [], comparison: 'exact' },
    nameIdFormat: null,
    subject: null,
  } as const
  const uid = await keepWaiting(ctx, wanted, { decision: ctx.platform.ids.uuid() })
  const cookie = browserCookies(ctx)[0]?.split(';')[0] ?? ''
  return { headers: { cookie }, body: { uid } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    previewSamlAssertion: async ({ ctx }) => ({
      body: { userId: (await buildUser(ctx)).id, nameIdFormat: 'email' },
    }),
    readSamlDenial: closedBySaml,
  },
  bodyIds: {
    previewSamlAssertion: { build: anyUser, body: (userId) => ({ userId }) },
  },
  computes: {
    previewSamlAssertion: { nameIdFormat: 'persistent' },
  },
  shownIn: {
    readSamlDenial: 'protocols/saml/sign-in.test.ts',
  },
}
