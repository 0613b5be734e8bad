import type { completeUpstreamSignIn } from '@signet/contract/access/upstream-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { WithCookie } from '../../../kit/routes.ts'
import {
  enabledProvider,
  linkedIdentities,
  type Proven,
  type Provider,
  upstream,
} from '../../applications/identity-providers/index.ts'
import { freshlyProven, isAdministrator } from '../../authenticators/owners/index.ts'
import { refusingDuplicates } from '../../identity/users/index.ts'
import { type Doors, engine } from '../sign-in/index.ts'
import { createFor, follow } from './people.ts'
import { noteProof, takeTurn } from './proofs.repository.ts'
import { resumeRequest, type UpstreamRequest } from './request.ts'

type Given = BodyOf<typeof completeUpstreamSignIn>

interface Answered {
  readonly request: UpstreamRequest
  readonly provider: Provider
  readonly proven: Proven
}

/**
 * Takes what the provider sent the browser back with: once, whatever comes of it.
 * @throws no_transaction, identity_provider_failed and its kin
 */
const answered = async (
  ctx: Context,
  providerId: string,
  { state, ...given }: Given & { readonly state: string },
): Promise<Answered> => {
  const { request, ties } = await resumeRequest(ctx, { state, providerId })
  const provider = await enabledProvider(ctx, providerId)
  // Used up before it is looked at: an answer that fails is not tried again.
  if (!(await takeTurn(ctx, request))) throw new ApiError('no_transaction')
  const { code, iss, error, samlResponse } = given
  const returned = { code, iss, error, samlResponse }
  const proven = await upstream.proveAccount(ctx, provider, {
    requestId: request.id,
    ties,
    returned,
  })
  return { request, provider, proven }
}

/**
 * Takes what a provider says without a request of ours, once: its assertion stands for the request.
 * @throws no_transaction, identity_provider_failed and its kin
 */
const answeredUnasked = async (
  ctx: Context,
  { providerId, samlResponse = '', transactionId }: Unasked,
): Promise<Answered> => {
  const provider = await enabledProvider(ctx, providerId)
  const { proven, turn, until } = await upstream.proveUnasked(ctx, provider, samlResponse)
  const request = { id: turn, providerId, transactionId, sessionId: null, browser: '', until }
  if (!(await takeTurn(ctx, request))) throw new ApiError('no_transaction')
  return { request, provider, proven }
}

interface Unasked {
  readonly providerId: string
  readonly samlResponse: string | undefined
  readonly transactionId: string
}

/** Noted by itself: what is refused leaves nothing else behind. */
const noteUnlinked = (ctx: Context, { provider, proven }: Answered): Promise<void> =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'AUTHENTICATION', {
      subject: { entity: 'USERS', id: '' },
      attributes: { authenticator: 'IDP', identityProvider: provider.name, issuer: proven.issuer },
      outcome: 'FAILURE',
    })
  })

/** Who signs in: by issuer and subject, and by nothing else that the provider says. */
const personOf = async (ctx: Context, { provider, proven }: Answered): Promise<string | null> => {
  const known = await linkedIdentities.find(ctx, proven)
  if (known !== undefined) {
    // Their user was deleted: that they come again makes no new one.
    if (known.user_id === null) return null
    await linkedIdentities.touch(ctx, known.id)
    // Nothing that another key signed changes their user before they have confirmed it.
    if (!known.confirm_again) await follow(ctx, known.user_id, { provider, proven })
    return known.user_id
  }
  return provider.createsUsers ? (await createFor(ctx, provider, proven)).id : null
}

/** A name that somebody has is theirs, whoever claims it elsewhere. */
const orNobody = async (work: Promise<string | null>): Promise<string | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.code === 'user_exists') return null
    throw error
  }
}

type Transaction = Awaited<ReturnType<typeof engine.openTransaction>>

interface SigningIn {
  readonly given: Given
  readonly answer: Answered
  readonly transaction: Transaction
  /** No request of ours asked for it: no administrator signs in so. */
  readonly isUnasked?: true
}

/** @throws identity_not_linked */
const signIn = async (ctx: Context, doors: Doors, { isUnasked, ...signing }: SigningIn) => {
  const { given, answer, transaction } = signing
  const { request, proven } = answer
  const ticket = await upstream.sealTicket(ctx, proven.ticket)
  const person = refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const userId = await personOf(ctx, answer)
      if (isUnasked && userId !== null && (await isAdministrator(ctx, userId))) return null
      if (userId !== null) await noteProof(ctx, { id: request.id, userId, proven, ticket })
      return userId
    }),
  )
  const userId = await orNobody(person)
  if (userId === null) {
    await noteUnlinked(ctx, answer)
    throw new ApiError('identity_not_linked')
  }
  // Another person's account ends the sign-in of whoever was named: their evidence is not this one's.
  const isOther = transaction.userId !== null && transaction.userId !== userId
  if (isOther) throw new ApiError('invalid_user_response')
  const { machineNonce, rememberDevice } = given
  return engine.completeIn(ctx, doors, {
    transaction: { ...transaction, userId, stranger: null },
    authenticator: 'IDP',
    given: {
      authToken: given.authToken ?? '',
      response: request.id,
      ...(machineNonce === undefined ? {} : { machineNonce }),
      ...(rememberDevice === undefined ? {} : { rememberDevice }),
    },
  })
}

/** The account becomes the signed-in user's, in the session that asked and no other. */
const linkOwn = (ctx: Context, { proven }: Answered) => {
  const { id, name } = freshlyProven(ctx)
  return ctx.transaction((ctx) => linkedIdentities.link(ctx, { id, name }, proven))
}

/** @throws no_transaction: what was begun for a session ends in it */
const expectOwnSession = (ctx: Context, { sessionId }: UpstreamRequest): void => {
  if (ctx.actor.kind !== 'user' || signedInUser(ctx).sessionId !== sessionId) {
    throw new ApiError('no_transaction')
  }
}

interface Completion {
  readonly providerId: string
  readonly given: Given
}

/** Goes on with the sign-in, or links the account. @throws as the contract says */
export const finish = async (ctx: Context, doors: Doors, { providerId, given }: Completion) => {
  const { state: sealed } = given
  if (sealed === undefined) return finishUnasked(ctx, doors, { providerId, given })
  return finishAsked(ctx, doors, { providerId, given: { ...given, state: sealed } })
}

const outcomeOf = (state: Awaited<ReturnType<typeof signIn>>) =>
  state instanceof WithCookie
    ? new WithCookie({ authentication: state.value, linked: null }, state.cookie)
    : { authentication: state, linked: null }

/** A sign-in that the provider has begun goes on as one of the sign-in page. */
const finishUnasked = async (ctx: Context, doors: Doors, { providerId, given }: Completion) => {
  const transaction = await engine.openTransaction(ctx, given.authToken ?? '')
  if (transaction.purpose !== 'SIGN_IN' || !(await engine.mayComeFirst(ctx, transaction, 'IDP'))) {
    throw new ApiError('no_transaction')
  }
  const { id: transactionId } = transaction
  const { samlResponse } = given
  const answer = await answeredUnasked(ctx, { providerId, samlResponse, transactionId })
  return outcomeOf(await signIn(ctx, doors, { given, answer, transaction, isUnasked: true }))
}

interface Asked extends Completion {
  readonly given: Given & { readonly state: string }
}

const finishAsked = async (ctx: Context, doors: Doors, { providerId, given }: Asked) => {
  const { request } = await resumeRequest(ctx, { state: given.state, providerId })
  if (request.sessionId !== null) {
    expectOwnSession(ctx, request)
    freshlyProven(ctx)
    const linked = await linkOwn(ctx, await answered(ctx, providerId, given))
    return { authentication: null, linked }
  }
  // Opened first: whose sign-in is over does not use anything up.
  const transaction = await engine.openTransaction(ctx, given.authToken ?? '')
  if (transaction.id !== request.transactionId) throw new ApiError('no_transaction')
  const answer = await answered(ctx, providerId, given)
  return outcomeOf(await signIn(ctx, doors, { given, answer, transaction }))
}
