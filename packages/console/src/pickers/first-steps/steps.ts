import type { OnboardingFlag } from '@signet/rules/authenticators'
import type { Need } from '@signet/rules/permissions'

type StepName = 'mail' | 'brand' | 'passkey' | 'app' | 'secondFactor' | 'people' | 'application'

/** What there is of each already. */
export type Standing = Readonly<Record<StepName, boolean>>

export interface FirstStep {
  readonly name: StepName
  readonly to: string
  readonly isDone: boolean
}

type Flags = Partial<Readonly<Record<OnboardingFlag, boolean>>>

/** Flags that are offered: what they stand for is there. */
export const offeredFlags = ['saas', 'other', 'fido', 'authenticatorApp'] as const

interface Place {
  readonly to: string
  readonly needs?: Need
  /** Whether it is asked for, by what somebody said they will use. */
  readonly isWanted: (flags: Flags) => boolean
}

const always = (): boolean => true

/** Who says nothing is shown the step that fits everybody. */
const places: Readonly<Record<StepName, Place>> = {
  mail: { to: '/settings/email', needs: ['SETTINGS', 'EDIT'], isWanted: always },
  brand: { to: '/theme', needs: ['SUBSCRIBERS', 'EDIT'], isWanted: always },
  passkey: { to: '/myprofile/authenticators/passkey', isWanted: ({ fido }) => fido === true },
  app: {
    to: '/myprofile/authenticators/app',
    isWanted: ({ authenticatorApp }) => authenticatorApp === true,
  },
  secondFactor: {
    to: '/myprofile/authenticators',
    isWanted: ({ fido, authenticatorApp }) => fido !== true && authenticatorApp !== true,
  },
  people: { to: '/user/add', needs: ['USERS', 'ADD'], isWanted: always },
  application: {
    to: '/applications/add',
    needs: ['APPLICATIONS', 'ADD'],
    isWanted: ({ saas, other }) => saas !== false || other !== false,
  },
}

const names: readonly StepName[] = [
  'mail',
  'brand',
  'passkey',
  'app',
  'secondFactor',
  'people',
  'application',
]

interface Asked {
  readonly flags: Flags
  readonly standing: Standing
  readonly may: (need: Need) => boolean
  /** Whether the portal shows people their ways to sign in. */
  readonly showsAuthenticators: boolean
}

/** The steps for this administrator, in their order. */
export const firstSteps = ({
  flags,
  standing,
  may,
  showsAuthenticators,
}: Asked): readonly FirstStep[] =>
  names.flatMap((name) => {
    const { to, needs, isWanted } = places[name]
    const isOpen = needs === undefined ? showsAuthenticators : may(needs)
    return isOpen && isWanted(flags) ? [{ name, to, isDone: standing[name] }] : []
  })
