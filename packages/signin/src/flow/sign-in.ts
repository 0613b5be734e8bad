import type { AuthenticationQuery } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { takeFingerprint } from '../device/fingerprint.ts'
import { leaveForProvider } from '../leave.ts'
import {
  keepNonces,
  machineNonce,
  type Nonces,
  sequenceNonce,
  storeSession,
} from '../session/stored-session.ts'
import {
  type Challenge,
  createAttemptNames,
  type Delivery,
  deliveryFields,
  type FactorAnswer,
  type PushStatus,
  pageLocale,
} from './answers.ts'
import type { Enrollment, EnrollmentMethod, EnrollmentProof } from './enrollments.ts'
import type { Method, State } from './machine.ts'
import { keepUpstream } from './upstream.ts'

/** What a sign-in is for: an application's waiting request, or the page itself. */
export type Origin = Pick<z.input<typeof AuthenticationQuery>, 'authToken' | 'applicationId'>

/** The calls of one sign-in. Each answer's token replaces the one before. */
export interface SignIn {
  /** Begins anew. @throws no_transaction when what it is for is over */
  readonly query: (userId: string | null) => Promise<State>
  /** Begins to prove more in the session that is open. @throws CallFailure without one, or for another */
  readonly stepUp: (interaction: string) => Promise<State>
  readonly challenge: (method: Method, delivery: Delivery | null) => Promise<Challenge>
  readonly prove: (method: Method, answer: FactorAnswer) => Promise<State>
  readonly awaitPush: () => Promise<PushStatus>
  /** Leaves for an identity provider, to come back to `redirect`. */
  readonly leave: (providerId: string, redirect: string | null) => Promise<void>
  readonly changePassword: (newPassword: string) => Promise<State>
  readonly startEnrollment: (method: EnrollmentMethod) => Promise<Enrollment>
  readonly completeEnrollment: (method: EnrollmentMethod, proof: EnrollmentProof) => Promise<State>
}

const settled = (state: State): State => {
  if (state.session !== null) storeSession(state.session)
  return state
}

const createTransaction = (first: string | null) => {
  let token = first
  return {
    /** Every step after the first question has one. */
    token(): string {
      if (token === null) throw new CallFailure(400, '{"errorCode":"no_transaction"}')
      return token
    },
    keep<A extends Nonces & { readonly authToken: string | null }>(answer: A): A {
      token = answer.authToken ?? token
      keepNonces(answer)
      return answer
    },
  }
}

const device = (): { readonly machineNonce?: string } => {
  const known = machineNonce()
  return known === null ? {} : { machineNonce: known }
}

/** What a remembered browser shows when a sign-in begins. */
const remembered = (): { readonly sequenceNonce?: string } => {
  const given = sequenceNonce()
  return given === null ? {} : { sequenceNonce: given }
}

type Fingerprint = Awaited<ReturnType<typeof takeFingerprint>>

const application = ({ applicationId }: Origin): { readonly applicationId?: string } =>
  applicationId === undefined ? {} : { applicationId }

const createFactorCalls = (
  origin: Origin,
  { token, keep }: ReturnType<typeof createTransaction>,
  /** Taken while the person types; it is there soon, or never. */
  fingerprint: () => Promise<Fingerprint>,
) => {
  const attempts = createAttemptNames()
  let isStepUp = false
  const common = () => ({
    ...application(origin),
    ...device(),
    authToken: token(),
    locale: pageLocale(),
  })
  return {
    async stepUp(interaction: string): Promise<State> {
      const state = keep(await call(doors.beginStepUp, { body: { ...device(), interaction } }))
      isStepUp = true
      return state
    },
    async challenge(authenticator: Method, delivery: Delivery | null): Promise<Challenge> {
      const body = { ...common(), ...deliveryFields(delivery) }
      return keep(await call(doors.challenge, { params: { authenticator }, body }))
    },
    async prove(authenticator: Method, answer: FactorAnswer): Promise<State> {
      const deviceFingerprint = (await fingerprint()) ?? undefined
      const named = attempts.nameOf(authenticator, answer)
      const body = { ...common(), ...answer, deviceFingerprint, sequenceNonce: named }
      const state = await attempts.settle(
        call(isStepUp ? doors.completeStepUp : doors.complete, {
          params: { authenticator },
          body,
          isAttempt: true,
        }),
      )
      return settled(keep(state))
    },
    awaitPush: async (): Promise<PushStatus> =>
      (await call(doors.awaitPush, { body: { authToken: token() } })).status,
  }
}

/** A sign-in; `first` is the token of one that a setup link has begun. */
export const openSignIn = (origin: Origin, first: string | null = null): SignIn => {
  const transaction = createTransaction(first)
  const { token, keep } = transaction
  let fingerprint: Promise<Fingerprint> = Promise.resolve(null)
  return {
    ...createFactorCalls(origin, transaction, () => fingerprint),
    async query(userId) {
      const named = userId === null ? {} : { userId }
      const shown = { ...device(), ...remembered() }
      const body = { ...origin, ...named, ...shown, locale: pageLocale() }
      const state = keep(await call(doors.query, { body }))
      fingerprint = takeFingerprint(state.userMachineSettings, machineNonce())
      return state
    },
    async leave(providerId, redirect) {
      const body = { authToken: token() }
      const started = await call(doors.startUpstream, { query: { idpId: providerId }, body })
      keepUpstream({ authToken: body.authToken, state: started.state, redirect })
      leaveForProvider(started.redirect)
    },
    async changePassword(newPassword) {
      const body = { authToken: token(), newPassword }
      return settled(keep(await call(doors.changePassword, { body })))
    },
    async startEnrollment(authenticator) {
      const body = { authToken: token() }
      return keep(await call(doors.startEnrollment, { params: { authenticator }, body }))
    },
    async completeEnrollment(authenticator, proof) {
      const body = { ...proof, authToken: token() }
      return settled(
        keep(await call(doors.completeEnrollment, { params: { authenticator }, body })),
      )
    },
  }
}
