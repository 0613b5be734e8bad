import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import { post } from '../checks/check.ts'
import { signedInVisitor } from '../flows/signet.ts'
import { drive } from '../load/drive.ts'
import { expectStatus, lanes } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

const registerProvider = async ({ site, signet }: Stage): Promise<string> => {
  const body = {
    name: 'Measured service provider',
    entityId: 'https://sp.example.test/metadata',
    assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
    idpInitiated: true,
  }
  const session = site.seeding.adminToken
  const made = await post(signet.http, createSamlApplication.path, { session, body })
  return createSamlApplication.answer.parse(made).id
}

/** People who are signed in open an application: rules judged, response and assertion signed, session noted. */
export const samlLine: Measure = {
  lines: [goals.saml],
  needs: ['createSamlApplication'],
  async run(stage) {
    const { signet, site, seconds } = stage
    const { http, measured } = signet
    const path = `/api/saml/SAML2/SSO?applicationId=${await registerProvider(stage)}`
    const people = Array.from({ length: lanes }, (_, user) => user)
    const browsers = await Promise.all(
      people.map((user) => signedInVisitor(http, site.seeding.ctx, user)),
    )
    const operation = async (lane: number): Promise<void> => {
      const answer = await browsers[lane]?.get(path)
      if (answer === undefined || !expectStatus(answer, 200).text.includes('SAMLResponse')) {
        throw new Error('no response')
      }
    }
    const run = await drive({ measured, operation, seconds })
    return [found(goals.saml, run.perCore, run)]
  },
}
