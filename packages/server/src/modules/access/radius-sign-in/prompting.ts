import type { ChallengeAnswer, SignInAuthenticator } from '@signet/contract/access/authentication'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { oneOf } from '@signet/rules/membership'
import { challengeMessage } from '@signet/rules/radius'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { engine } from '../sign-in/index.ts'
import { type Asking, challenged, type Decision, rejected, waiting } from './asking.ts'
import { keepWaiting } from './challenges.repository.ts'

type Shown = z.input<typeof ChallengeAnswer>

/** What a prompt says, in a language. */
interface Prompt {
  readonly key: string
  readonly values?: Readonly<Record<string, string>>
}

const gridPrompt = ({ gridChallenge }: Shown): Prompt => {
  const cells = (gridChallenge?.challenge ?? []).map(({ column, row }) => `[${column}${row}]`)
  return { key: 'card', values: { cells: cells.join(' ') } }
}

/** What is asked of people who have one field to type into; the others are left out. */
const prompts: Partial<Readonly<Record<SignInAuthenticator, (shown: Shown) => Prompt>>> = {
  TOKENPUSH: ({ push }) => ({ key: 'appNumber', values: { number: push?.number ?? '' } }),
  TOKEN: () => ({ key: 'tokenCode' }),
  TOKENCR: ({ tokenChallenge: challenge }) => ({
    key: 'tokenAnswer',
    values: { challenge: challenge ?? '' },
  }),
  GRID: gridPrompt,
  EXTERNAL: () => ({ key: 'externalCode' }),
  PASSWORD: () => ({ key: 'password' }),
  OTP: ({ otp }) => ({ key: 'sentCode', values: { place: otp?.hint ?? '' } }),
  TEMP_ACCESS_CODE: () => ({ key: 'temporaryCode' }),
  RECOVERY_CODE: () => ({ key: 'recoveryCode' }),
}

/** A Reply-Message (RFC 2865, section 5.18) in this language. */
export const messageIn = (locale: string, { key, values = {} }: Prompt): string =>
  textOf(textsOf(locale, 'authenticators'), `radius.${key}`, { locale, values })

interface Step {
  readonly authToken: string
  /** What may be used, preferred first. */
  readonly allowed: readonly SignInAuthenticator[]
  /** The person's own once something was proven: before, it would tell who exists. */
  readonly locale: string
}

type Served = Pick<Asking['application'], 'push' | 'challengeResponse'>

/** Whether an application asks for it; `isSilent`: apps are asked without a number to type. */
export const isPromptable = (
  { push, challengeResponse }: Served,
  kind: SignInAuthenticator,
  { isSilent }: { readonly isSilent: boolean },
): boolean => {
  if (kind === 'TOKENPUSH') return push && (isSilent || challengeResponse)
  return prompts[kind] !== undefined && challengeResponse
}

/** Asks by one kind; null where it cannot be asked here, or not now. */
const askBy = async (
  ctx: Context,
  { application }: Asking,
  {
    authToken,
    allowed,
    locale,
    authenticator,
  }: Step & { readonly authenticator: SignInAuthenticator },
): Promise<Decision | null> => {
  const prompt = prompts[authenticator]
  if (prompt === undefined || !isPromptable(application, authenticator, { isSilent: true })) {
    return null
  }
  const purposes = ['SIGN_IN'] as const
  const shown = await engine.challenge(ctx, { authToken, authenticator, purposes })
  const isSilent = authenticator === 'TOKENPUSH' && shown.push?.number === null
  if (!isSilent && !application.challengeResponse) return null
  const state = await keepWaiting(ctx, application.id, {
    authToken: shown.authToken,
    authenticator,
    allowed: [...allowed],
  })
  if (isSilent) return waiting(state)
  const values = {
    prompt: messageIn(locale, prompt(shown)),
    company: ctx.tenant.companyName,
    application: application.name,
  }
  return challenged(state, challengeMessage(application.challengeText ?? null, values))
}

/** Kinds that can be refused for a while, so that the next one is asked for. */
export const isPassedOver = oneOf(['TOKENPUSH', 'OTP'])

/** What keeps one kind from being asked, and the next from nothing. */
const passing: readonly string[] = [
  'push_paused',
  'no_otp',
  'sms_voice_used_up',
  'too_many_requests',
]

/** Asks for what is due, by the first kind that fits; a rejection where none does. */
export const askFor = async (ctx: Context, asking: Asking, step: Step): Promise<Decision> => {
  for (const authenticator of step.allowed) {
    try {
      const asked = await askBy(ctx, asking, { ...step, authenticator })
      if (asked !== null) return asked
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.includes(error.code)) throw error
    }
  }
  return rejected()
}
