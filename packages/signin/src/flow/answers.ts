import type {
  AuthenticatorChoice,
  ChallengeAnswer,
  FidoAssertion,
} from '@signet/contract/access/authentication'
import type { PushState } from '@signet/contract/access/pushes'
import { defaultLocale, localeOfTag } from '@signet/rules/locales'
import type { z } from 'zod'
import { CallFailure } from '../calls/failures.ts'
import type { Method } from './machine.ts'

export type Challenge = z.output<typeof ChallengeAnswer>
export type Delivery = NonNullable<z.output<typeof AuthenticatorChoice>['deliveries']>[number]
export type Assertion = z.input<typeof FidoAssertion>

export type PushStatus = z.output<typeof PushState>['status']

/** What the person gives to prove one factor. */
export interface FactorAnswer {
  readonly response?: string
  readonly fidoResponse?: Assertion
  readonly kbaResponse?: {
    readonly userQuestions: { readonly id: string; readonly answer: string }[]
  }
  readonly rememberDevice?: boolean
}

/** One factor's two calls: the same steps serve the sign-in and the password reset. */
export interface FactorDoor {
  readonly challenge: (method: Method, delivery: Delivery | null) => Promise<Challenge>
  readonly prove: (method: Method, answer: FactorAnswer) => Promise<void>
  /** Asks whether what is waited for was proven elsewhere; nothing happens while it was not. */
  readonly poll?: (method: Method) => Promise<void>
  /** Leaves for an identity provider; the browser comes back by itself. */
  readonly leave?: (providerId: string) => Promise<void>
  /** How the app has answered; waits a while for it. */
  readonly awaitPush: () => Promise<PushStatus>
}

/** Where a code shall go, as the challenge calls take it. */
export const deliveryFields = (delivery: Delivery | null) =>
  delivery === null
    ? {}
    : { otpDeliveryType: delivery.type, otpDeliveryAttribute: delivery.attribute }

/** The language of the page, for messages that the service sends. */
export const pageLocale = (): string => localeOfTag(document.documentElement.lang) ?? defaultLocale

/**
 * Names attempts: a new name for each, the old one for a repeat of an attempt that got no answer,
 * so that the server takes both for one.
 */
export const createAttemptNames = () => {
  let open: { readonly answer: string; readonly name: string } | null = null
  return {
    nameOf(method: Method, answer: FactorAnswer): string {
      const text = JSON.stringify([method, answer])
      if (open?.answer !== text) open = { answer: text, name: crypto.randomUUID() }
      return open.name
    },
    /** Ends the attempt once it was answered, whether with yes or no. */
    async settle<T>(attempt: Promise<T>): Promise<T> {
      try {
        const answer = await attempt
        open = null
        return answer
      } catch (error) {
        if (error instanceof CallFailure) open = null
        throw error
      }
    },
  }
}
