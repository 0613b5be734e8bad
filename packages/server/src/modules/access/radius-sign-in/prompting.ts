import type { ChallengeAnswer, SignInAuthenticator } from '@signet/contract/access/authentication'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
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
  const isPush = authenticator === 'TOKENPUSH'
  if (prompt === undefined || (isPush ? !application.push : !application.challengeResponse)) {
    return null
  }
  const purposes = ['SIGN_IN'] as const
  const shown = await engine.challenge(ctx, { authToken, authenticator, purposes })
  const isSilent = isPush && shown.push?.number === null
  if (!isSilent && !application.challengeResponse) return null
  const state = await keepWaiting(ctx, application.id, {
    authToken: shown.authToken,
    authenticator,
    allowed: [...allowed],
  })
  return isSilent ? waiting(state) : challenged(state, messageIn(locale, prompt(shown)))
}

/** What keeps one kind from being asked, and the next from nothing. */
const passing: readonly string[] = ['push_paused', 'no_otp', 'too_many_requests']

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
