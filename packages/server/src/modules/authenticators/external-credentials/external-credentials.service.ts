import type { assignExternalCredential } from '@signet/contract/authenticators/external-credentials'
import type { BodyOf, ParamsOf } from '@signet/contract/kit/endpoint'
import type { updateExternalCredentialSettings } from '@signet/contract/settings/externalcredentials'
import type { GivenConnector } from '@signet/contract/settings/http-connectors'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { placeholdersOfUser } from '../../identity/user-placeholders/index.ts'
import {
  callConnector,
  createPace,
  expectConnectorTarget,
  readConnector,
  type ShownConnector,
  saveConnector,
} from '../../settings/http-connectors/index.ts'
import { changedJudge, changeVoucher } from '../../settings/vouching/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import * as repository from './external-credentials.repository.ts'

type Type = ParamsOf<typeof assignExternalCredential>['type']

interface Judging {
  readonly name: string
  readonly type: Type
  readonly before: ShownConnector['connector']
}

const connectorName = (type: Type): string => `external-${type.toLowerCase()}`

export const readSettings = async (ctx: Context, type: Type) => {
  const { connector, version } = await readConnector(ctx, connectorName(type))
  return versioned({ connector }, version)
}

/** @throws rights_not_held: whoever judges codes could let in anybody whose codes they judge */
const expectVouching = async (
  ctx: Context,
  { name, type, before }: Judging,
  given: GivenConnector,
): Promise<void> =>
  changeVoucher(ctx, {
    subject: { entity: 'SETTINGS', id: name, name },
    changed: changedJudge(before, given),
    users: await repository.count(ctx, type),
  })

/** @throws precondition_failed, rights_not_held; invalid_parameters for a target that must not be called */
export const updateSettings = async (
  ctx: Context,
  type: Type,
  { connector: given }: BodyOf<typeof updateExternalCredentialSettings>,
) => {
  if (given !== null) await expectConnectorTarget(ctx, given, 'connector')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const name = connectorName(type)
  return ctx.transaction(async (ctx) => {
    const before = await readConnector(ctx, name)
    expectVersion(ctx, before.version)
    if (given !== null) await expectVouching(ctx, { name, type, before: before.connector }, given)
    const after = await saveConnector(ctx, { name, given, path: 'connector' })
    audit(ctx, 'SETTINGS_UPDATED', {
      subject: { entity: 'SETTINGS', id: name, name },
      before: { connector: before.connector },
      after: { connector: after.connector },
    })
    return versioned({ connector: after.connector }, after.version)
  })
}

const shown = async (ctx: Context, userId: string, type: Type) => {
  const judged = (await readConnector(ctx, connectorName(type))).connector !== null
  const row = await repository.find(ctx, userId, type)
  if (row === undefined) return { credential: null, judged }
  const { identifier: credential, created_at: createdAt, last_used_at: lastUsedAt } = row
  return { credential: { userId, type, credential, createdAt, lastUsedAt }, judged }
}

/** @throws user_not_found */
export const read = async (ctx: Context, type: Type, userId: string) =>
  shown(ctx, (await readOwner(ctx, userId)).id, type)

/** @throws user_not_found, rights_not_held */
export const assign = (
  ctx: Context,
  type: Type,
  { userId, credential }: BodyOf<typeof assignExternalCredential>,
) =>
  ctx.transaction(async (ctx) => {
    const owner = await expectAuthority(ctx, userId)
    const subject = { entity: 'USERS', id: owner.id, name: owner.name }
    const attributes = { type }
    if (credential === null) {
      await repository.remove(ctx, owner.id, type)
      audit(ctx, 'EXTERNAL_CREDENTIAL_REMOVED', { subject, attributes })
    } else {
      await repository.put(ctx, { userId: owner.id, type, identifier: credential })
      audit(ctx, 'EXTERNAL_CREDENTIAL_ASSIGNED', { subject, attributes })
    }
    return shown(ctx, owner.id, type)
  })

interface Answer {
  readonly transactionId: string
  readonly application: string | null
  readonly response: string
}

const pace = createPace()

/** As long as a call takes, for whoever has no credential: a stranger must not answer faster. */
export const pretendToJudge = pace.pretend

/**
 * Has the other service judge an answer; null unless it says yes. What comes back uses the answer up.
 */
export const judge = async (
  ctx: Context,
  credential: repository.StoredCredential,
  { transactionId, application, response }: Answer,
) => {
  const { user_id, type, identifier } = credential
  const outcome = await pace.timed(ctx, async () =>
    callConnector(ctx, connectorName(type), {
      ...(await placeholdersOfUser(ctx, user_id)),
      'REQ.response': response,
      'REQ.credential': identifier,
      'AUTH.transactionId': transactionId,
      'AUTH.application': application ?? '',
    }),
  )
  if (outcome?.accepted !== true) return null
  const purpose = `external-answer:${user_id}`
  const hmac = await ctx.platform.secrets.hmac(ctx.tenant.id, purpose, response)
  return repository.useAnswer(ctx, credential, hmac)
}
