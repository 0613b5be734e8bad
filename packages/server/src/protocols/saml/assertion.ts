import type { Context } from '../../kit/context.ts'
import { instantOf, newId } from '../../platform/saml/messages.ts'
import { element } from '../../platform/xml/build.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import type { Facts } from '../oidc/claims/claim-facts.ts'
import { attributeStatement } from './attributes.ts'
import { issuerOf } from './message-parts.ts'
import { type NameId, nameIdElement } from './name-ids.ts'
import type { AskedSignIn } from './sign-in-requests.ts'

export interface Asserted {
  readonly asked: AskedSignIn
  readonly facts: Facts
  readonly nameId: NameId
  readonly contextClass: string
  readonly sessionIndex: string
  readonly authenticatedAt: Date
  readonly sessionEndsAt: Date
}

/** Clocks of applications may be behind ours. */
const earlierMillis = 60_000

const subjectOf = (ctx: Context, { asked, nameId }: Asserted, end: string): XmlElement => {
  const { application, wanted } = asked
  return element('saml:Subject', {}, [
    nameIdElement(ctx, nameId, application.entity_id),
    element('saml:SubjectConfirmation', { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' }, [
      element('saml:SubjectConfirmationData', {
        InResponseTo: wanted.requestId ?? undefined,
        NotOnOrAfter: end,
        Recipient: wanted.consumerUrl,
      }),
    ]),
  ])
}

/**
 * What is said of somebody who has signed in (SAML 2.0 profiles, section 4.1.4.2): for one
 * audience, one recipient, one request and a short time.
 */
export const assertionOf = (ctx: Context, asserted: Asserted): XmlElement => {
  const { application } = asserted.asked
  const now = ctx.platform.clock.now()
  const end = instantOf(new Date(now.getTime() + application.settings.assertionTtlSeconds * 1000))
  const start = instantOf(new Date(now.getTime() - earlierMillis))
  return element(
    'saml:Assertion',
    { ID: newId(ctx), IssueInstant: instantOf(now), Version: '2.0' },
    [
      issuerOf(ctx),
      subjectOf(ctx, asserted, end),
      element('saml:Conditions', { NotBefore: start, NotOnOrAfter: end }, [
        element('saml:AudienceRestriction', {}, [
          element('saml:Audience', {}, [application.entity_id]),
        ]),
      ]),
      element(
        'saml:AuthnStatement',
        {
          AuthnInstant: instantOf(asserted.authenticatedAt),
          SessionIndex: asserted.sessionIndex,
          SessionNotOnOrAfter: instantOf(asserted.sessionEndsAt),
        },
        [
          element('saml:AuthnContext', {}, [
            element('saml:AuthnContextClassRef', {}, [asserted.contextClass]),
          ]),
        ],
      ),
      ...attributeStatement(ctx, { application, facts: asserted.facts }),
    ],
  )
}
