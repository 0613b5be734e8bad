import type { Due } from './entrance.queries.ts'

export interface DueStep {
  readonly kind: 'email' | 'password' | 'app' | 'passkey' | 'grid' | 'hardware' | 'questions'
  readonly standing: 'done' | 'required' | 'optional'
}

const isActive = ({ state }: { readonly state: string }): boolean => state === 'ACTIVE'
const isApp = ({ type }: { readonly type: string }): boolean => type !== 'OATH_PHYSICAL_TOKEN'

/** Further steps, each with the name of its requirement. */
const further = [
  ['grid', 'grid'],
  ['hardware', 'hardwareToken'],
  ['questions', 'kba'],
] as const

type Requirement = Due['registration']['fido']

const standingOf = (isThere: boolean, wanted: readonly Requirement[]): DueStep['standing'] => {
  if (isThere) return 'done'
  return wanted.includes('REQUIRED') ? 'required' : 'optional'
}

const isOffered = (wanted: readonly Requirement[]): boolean =>
  wanted.some((requirement) => requirement !== 'NOT_ALLOWED')

/** What only stands in the list where it is required: the portal has the way to it in any case. */
const furtherSteps = ({ registration, authenticators }: Due): readonly DueStep[] => {
  const { grids, tokens, kba } = authenticators
  const isThere = {
    grid: grids.some(({ state }) => state === 'ACTIVE' || state === 'PENDING'),
    hardware: tokens.some((token) => isActive(token) && !isApp(token)),
    questions: kba.userQuestions.length > 0,
  }
  return further.flatMap(([kind, name]): readonly DueStep[] => {
    if (registration.missing.includes(name)) return [{ kind, standing: 'required' }]
    const isDone = registration[name] === 'REQUIRED' && isThere[kind]
    return isDone ? [{ kind, standing: 'done' }] : []
  })
}

const registrationSteps = (due: Due): readonly DueStep[] => {
  const { registration, authenticators } = due
  const app = [registration.google, registration.entrustSoftToken]
  const passkey = [registration.fido]
  const { password, tokens, fidoTokens } = authenticators
  return [
    // Nobody chooses a first password here: it is shown only where it holds somebody up.
    ...(registration.password === 'REQUIRED' && !password.present
      ? [{ kind: 'password', standing: 'required' } as const]
      : []),
    ...(isOffered(app)
      ? [{ kind: 'app', standing: standingOf(tokens.filter(isApp).some(isActive), app) } as const]
      : []),
    ...(isOffered(passkey)
      ? [{ kind: 'passkey', standing: standingOf(fidoTokens.some(isActive), passkey) } as const]
      : []),
    ...furtherSteps(due),
  ]
}

/** What somebody is asked for, in its order; what was done stays in the list. */
export const dueSteps = (due: Due, wasUnproven: boolean): readonly DueStep[] => {
  const mustVerify = due.verification.verificationRequired
  return [
    ...(mustVerify ? [{ kind: 'email', standing: 'required' } as const] : []),
    ...(wasUnproven && !mustVerify ? [{ kind: 'email', standing: 'done' } as const] : []),
    ...(due.registration.registrationRequired ? registrationSteps(due) : []),
  ]
}
