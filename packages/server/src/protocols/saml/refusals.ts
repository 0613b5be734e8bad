import type { RejectionDoor, RejectionReason } from '@signet/rules/rejections'
import type { Context } from '../../kit/context.ts'
import { recordRejection } from '../../modules/tenancy/rejections/index.ts'
import { logByStranger } from '../../platform/log/by-strangers.ts'
import type { SamlFault } from '../../platform/saml/saml-fault.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import type { AskedSignIn } from './sign-in-requests.ts'
import type { Failure } from './sign-in-responses.ts'

/** Notes a message that is not taken: in the log, and in the audit log of the tenant. */
export const noteRefusal = async (
  ctx: Context,
  { message, code: reason, facts }: SamlFault,
  door: RejectionDoor,
): Promise<void> => {
  const { entityId, consumer, destination, consumers, application } = facts
  const subject = application && { id: application.id, name: application.name }
  const asked = { entity_id: entityId, acs_url: consumer, destination, detail: message }
  const requestId = ctx.request.id
  logByStranger(ctx.log, {
    tenantId: ctx.tenant.id,
    level: 'info',
    message: 'SAML message refused',
    fields: { requestId, door, reason, application: subject, ...asked },
  })
  await recordRejection(ctx, {
    door,
    reason,
    asked,
    ...(subject === undefined ? {} : { application: subject }),
    ...(consumers === undefined ? {} : { registered: { acs_urls: consumers } }),
  })
}

/** Failures that somebody has to mend; the others are what people and rules have decided. */
const reasons = new Map<StatusName, RejectionReason>([
  ['nameIdPolicy', 'NAME_ID_FORMAT_NOT_ALLOWED'],
  ['unknownPrincipal', 'NAME_ID_MISSING'],
  ['noContext', 'AUTHENTICATION_CONTEXT_NOT_MET'],
])

/** Notes a request that is answered with a failure: applications seldom show what it says. */
export const noteFailure = async (
  ctx: Context,
  { application, wanted }: AskedSignIn,
  { status, message }: Failure,
): Promise<void> => {
  const reason = reasons.get(status)
  if (reason === undefined) return
  const { id, name, entity_id: entityId } = application
  const asked = {
    entity_id: entityId,
    acs_url: wanted.consumerUrl,
    name_id_format: wanted.nameIdFormat ?? undefined,
    detail: message,
  }
  const [requestId, door] = [ctx.request.id, 'SAML_SIGN_IN'] as const
  logByStranger(ctx.log, {
    tenantId: ctx.tenant.id,
    level: 'info',
    message: 'SAML request refused',
    fields: { requestId, door, reason, ...asked },
  })
  await recordRejection(ctx, { door, reason, application: { id, name }, asked })
}
