import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { isSignedBy, readEnvelope } from '../../platform/saml/bindings.ts'
import { isSuccess } from '../../platform/saml/messages.ts'
import { signElement } from '../../platform/xml/sign.ts'
import { envelopeOf } from './answers.ts'
import { signerFor } from './message-parts.ts'
import type { Participant } from './sessions.repository.ts'
import { signOutRequest } from './sign-out-messages.ts'

export interface Member {
  readonly application: StoredSamlApplication
  readonly participant: Participant
}

const patienceMillis = 5000
const longestAnswer = 65_536

/** Whether the application has signed somebody out; one that cannot be reached has not. */
const tell = async (ctx: Context, { application, participant }: Member): Promise<boolean> => {
  const { settings } = application
  const signer = await signerFor(ctx, settings)
  const request = await signElement(signOutRequest(ctx, application, participant), signer, 1)
  try {
    const answer = await ctx.platform.outbound.fetch('http', settings.logoutUrl ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'text/xml',
        soapaction: 'http://www.oasis-open.org/committees/security',
      },
      body: envelopeOf(request),
      maxRedirects: 0,
      timeoutMillis: patienceMillis,
      maxBytes: longestAnswer,
    })
    if (answer.status !== 200) return false
    const received = readEnvelope(answer.body.toString('utf8'))
    isSignedBy(received, settings)
    return isSuccess(received.element)
  } catch (error) {
    ctx.log.info({ application: application.id, err: error }, 'an application was not told')
    return false
  }
}

/** Tells all of them at once (SAML 2.0 bindings, section 3.2); whether each has done it. */
export const tellBySoap = async (ctx: Context, members: readonly Member[]): Promise<boolean> => {
  const done = await Promise.all(members.map((member) => tell(ctx, member)))
  return done.every(Boolean)
}
