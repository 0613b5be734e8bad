import { standardFlow } from '@signet/rules/flows'
import {
  type Evidence,
  type Rules,
  requiredSteps,
  type Standing,
} from '../../src/modules/access/sign-in/transaction/plan.ts'

type Purpose = Parameters<typeof requiredSteps>[0]

/** A user with a mail address who has enrolled nothing. */
export const plainUser: Standing = {
  administrator: false,
  held: [],
  questions: 0,
  mailable: true,
  registering: false,
}

export const usualRules: Rules = {
  flow: standardFlow,
  passkeyEnabled: true,
  magicLinkEnabled: false,
  pushEnabled: true,
  mailedSecondFactor: true,
  secondFactorDemanded: false,
  temporaryCodesForAdministrators: false,
  administratorsReset: true,
  resetNeedsSecondFactor: false,
  resetQuestions: 0,
  registrationNeedsSecondFactor: true,
}

/** The usual rules with another flow. */
export const under = (flow: Partial<Rules['flow']>) => ({ flow: { ...standardFlow, ...flow } })

/** What differs from a plain user, and from the usual rules. */
export const stepsOf = (purpose: Purpose, person: Partial<Standing>, rules: Partial<Rules> = {}) =>
  requiredSteps(purpose, { ...plainUser, ...person }, { ...usualRules, ...rules })

export const allowed = (...wanted: Parameters<typeof stepsOf>) =>
  stepsOf(...wanted).map((step) => step.allowed)

/** What comes first by the usual rules. */
export const first = ['PASSWORD', 'PASSKEY']

export const proof = (
  step: number,
  authenticator: string,
  [kind, channel]: readonly [string, string],
): Evidence => ({ step, authenticator, class: kind, channel })

export const password = proof(1, 'PASSWORD', ['KNOWLEDGE', 'MEMORY'])
export const token = proof(2, 'TOKEN', ['POSSESSION', 'APP'])
export const browser = proof(2, 'MACHINE', ['POSSESSION', 'BROWSER'])
export const device = proof(2, 'KNOWN_DEVICE', ['POSSESSION', 'BROWSER'])
