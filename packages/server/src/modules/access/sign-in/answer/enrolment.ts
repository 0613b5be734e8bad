import type { EnrollmentCompletion } from '@signet/contract/access/authentication'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { channels } from '../../../authenticators/attempts/index.ts'
import { fido, registrationOptions } from '../../../authenticators/fido/index.ts'
import { holdWaysIn } from '../../../authenticators/owners/index.ts'
import { removeUnfinished, tokens } from '../../../authenticators/tokens/index.ts'
import { expectProvisioned } from '../../../settings/families/index.ts'
import { useSetupLink } from '../../setup-links/index.ts'
import { moveOn } from '../conclude/move-on.ts'
import type { Doors } from '../transaction/doors.ts'
import { evidenceRow, insertEvidence } from '../transaction/evidence.repository.ts'
import type { Transaction } from '../transaction/record.ts'
import { expectEnrolment, readSituation, type Situation } from '../transaction/situation.ts'
import { removeFormer } from './former-authenticators.ts'

const anyOwner = () => {}

/** A token of this very sign-in, that waits to be proven. */
const findEnrolling = async (ctx: Context, { id, userId }: Transaction) => {
  const row = await ctx.db
    .selectFrom('tokens')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', sql<string>`${userId}::uuid`)
    .where('enrolled_in', '=', id)
    .where('state', '=', 'ACTIVATING')
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('no_transaction')
  return row.id
}

/** Begins to enrol the second factor that is due. @throws no_transaction when none is */
export const startTokenEnrolment = async (ctx: Context, authToken: string) => {
  const situation = await readSituation(ctx, authToken)
  expectEnrolment(situation, 'TOKEN')
  await expectProvisioned(ctx, 'GOOGLE_AUTHENTICATOR', situation.account.id)
  const { account, transaction } = situation
  return ctx.transaction(async (ctx) => {
    await removeUnfinished(ctx, account.id)
    const made = await tokens.create(ctx, {
      userId: account.id,
      type: 'GOOGLE_AUTHENTICATOR',
      transactionId: transaction.id,
    })
    const token = await tokens.showSecret(ctx, made.id, anyOwner)
    return { authToken, token, fidoOptions: null }
  })
}

/** Whether an invitation is followed by creating a passkey. */
const isAlone = ({ transaction, evidence }: Situation): boolean =>
  transaction.invited === 'PASSKEY' && evidence.length === 0

/** Begins to enrol a passkey as the second factor that is due. @throws no_transaction when none is */
export const startPasskeyEnrolment = async (ctx: Context, authToken: string) => {
  const situation = await readSituation(ctx, authToken)
  expectEnrolment(situation, 'FIDO')
  await expectProvisioned(ctx, 'FIDO', situation.account.id)
  const { account, transaction } = situation
  return ctx.transaction(async (ctx) => {
    const place = { userId: account.id, boundTo: transaction.id, alone: isAlone(situation) }
    return { authToken, token: null, fidoOptions: { ...(await registrationOptions(ctx, place)) } }
  })
}

interface Enrolled {
  readonly transaction: Transaction
  readonly authenticator: 'TOKEN' | 'FIDO'
  readonly authenticatorId: string
  /** It proves both steps: a passkey that has made sure of its holder. */
  readonly alone?: boolean
}

interface Named extends Enrolled {
  /** Of the person, as they type it. */
  readonly name: string
}

/** The new authenticator was proven: it counts as the second step of this sign-in, or as both. */
const countEnrolled = async (ctx: Context, enrolled: Enrolled): Promise<void> => {
  const { transaction, authenticator, authenticatorId, alone = false } = enrolled
  if (transaction.userId === null) throw new ApiError('no_transaction')
  const row = evidenceRow(ctx, {
    transactionId: transaction.id,
    userId: transaction.userId,
    step: 2,
    authenticator,
    authenticator_id: authenticatorId,
    class: 'POSSESSION',
    channel: channels[authenticator],
    device: transaction.device,
  })
  const both = { ...row, authenticator: 'PASSKEY', channel: channels.PASSKEY }
  const holder = { step: 1, class: 'VERIFIED_USER', channel: 'DEVICE_UNLOCK' } as const
  const rows = alone ? [{ ...both, ...holder }, both] : [row]
  for (const each of rows) await ctx.db.executeQuery(insertEvidence(each))
}

/** An invitation ends with the passkey that it was followed for. @throws no_transaction when it is over */
const endInvitation = async (ctx: Context, { boundTo, userId }: Transaction): Promise<void> => {
  if (boundTo === null || userId === null) throw new ApiError('no_transaction')
  await holdWaysIn(ctx, userId)
  const link = await useSetupLink(ctx, Buffer.from(boundTo, 'base64url'))
  if (link === undefined) throw new ApiError('no_transaction')
}

/**
 * With its second factor the account of a setup link becomes able to sign in, and the link ends;
 * recovered, it keeps no former one.
 */
const finishSetup = async (ctx: Context, { transaction, authenticatorId, name }: Named) => {
  const { purpose, boundTo, userId } = transaction
  if (purpose !== 'SETUP' || boundTo === null || userId === null) return
  const link = await useSetupLink(ctx, Buffer.from(boundTo, 'base64url'))
  if (link === undefined) throw new ApiError('no_transaction')
  if (link.kind === 'RECOVERY') await removeFormer(ctx, { id: userId, name }, authenticatorId)
  await ctx.db
    .updateTable('users')
    .set({ state: 'ACTIVE', updated_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where('state', '=', 'REGISTERING')
    .execute()
}

type Given = z.output<typeof EnrollmentCompletion> & { readonly authToken: string }

/** The enrolled authenticator counts, a setup ends with it, and the sign-in goes on. In a transaction. */
const enrolled = async (ctx: Context, doors: Doors, made: Named) => {
  const { transaction, authenticator } = made
  await countEnrolled(ctx, made)
  await finishSetup(ctx, made)
  const person = { id: transaction.userId ?? '', name: made.name }
  audit(ctx, 'AUTHENTICATOR_ENROLLED', {
    subject: { entity: 'USERS', ...person },
    actor: { kind: 'user', ...person },
    attributes: { authenticator },
  })
  return moveOn(ctx, doors, { transaction, device: transaction.device })
}

/** @throws no_transaction, invalid_user_response */
export const completeTokenEnrolment = async (ctx: Context, doors: Doors, given: Given) => {
  const situation = await readSituation(ctx, given.authToken)
  expectEnrolment(situation, 'TOKEN')
  const { account, transaction } = situation
  const tell = await ctx.transaction(async (ctx) => {
    const authenticatorId = await findEnrolling(ctx, transaction)
    const code = given.response ?? ''
    await tokens.completeActivation(ctx, authenticatorId, { code, owned: anyOwner })
    const made = {
      transaction,
      authenticator: 'TOKEN',
      authenticatorId,
      name: account.name,
    } as const
    return enrolled(ctx, doors, made)
  })
  return tell()
}

/** @throws no_transaction, invalid_user_response, passkey_not_allowed */
export const completePasskeyEnrolment = async (ctx: Context, doors: Doors, given: Given) => {
  const situation = await readSituation(ctx, given.authToken)
  expectEnrolment(situation, 'FIDO')
  const { fidoResponse, name = 'Passkey' } = given
  if (fidoResponse === undefined) throw new ApiError('invalid_user_response')
  const { account, transaction } = situation
  const alone = isAlone(situation)
  const tell = await ctx.transaction(async (ctx) => {
    if (alone) await endInvitation(ctx, transaction)
    const place = { userId: account.id, boundTo: transaction.id }
    const { id, user_verified } = await fido.register(ctx, place, { fidoResponse, name })
    if (alone && !user_verified) throw new ApiError('passkey_not_allowed')
    const made = {
      transaction,
      authenticator: 'FIDO',
      authenticatorId: id,
      alone,
      name: account.name,
    } as const
    return enrolled(ctx, doors, made)
  })
  return tell()
}
