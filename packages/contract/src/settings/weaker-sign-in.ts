import {
  type AttemptBudget,
  type LockableAuthenticator,
  lockableAuthenticators,
  usualBudgets,
} from '@signet/rules/guess-budget'
import type { z } from 'zod'
import { above, being, below, ofAdministrators, off, on, otherwise } from '../kit/weaker.ts'
import { type WeakerFamily, weaker } from '../kit/weaker-family.ts'
import { entrustStFamily } from './entrustst.ts'
import { faceFamily } from './face.ts'
import { fidoFamily } from './fido.ts'
import { generalFamily } from './general.ts'
import { gridFamily } from './grid.ts'
import { guessBudgetFamily } from './guessbudget.ts'
import { hardwareOathFamily } from './hardwareoath.ts'
import { kbaFamily } from './kba.ts'
import { legacyTokenFamily } from './legacytoken.ts'
import { lockoutFamily } from './lockout.ts'
import { machineFamily } from './machine.ts'
import { magicLinkFamily } from './magiclink.ts'
import { otpFamily } from './otp.ts'
import { passthroughFamily } from './passthrough.ts'
import { passwordFamily } from './password.ts'
import { passwordResetFamily } from './passwordreset.ts'
import { tempAccessCodeFamily } from './tempaccesscode.ts'
import { userCertFamily } from './usercertauthenticator.ts'

type Locks = z.output<(typeof lockoutFamily.fields.shape)['authenticators']>

/** What each kind of authenticator locks after unless a tenant says otherwise. */
const lockOf = ({ batch, firstLockSeconds }: AttemptBudget) => ({
  attempts: batch,
  lockMillis: firstLockSeconds * 1000,
})
const usualLocks = {
  TOKEN: lockOf(usualBudgets.TOKEN),
  OTP: lockOf(usualBudgets.OTP),
  RECOVERY_CODE: lockOf(usualBudgets.RECOVERY_CODE),
  TEMP_ACCESS_CODE: lockOf(usualBudgets.TEMP_ACCESS_CODE),
  GRID: lockOf(usualBudgets.GRID),
  EXTERNAL: lockOf(usualBudgets.EXTERNAL),
  KBA: lockOf(usualBudgets.KBA),
} as const

const locksIn = (value: unknown): Locks => {
  const read = lockoutFamily.fields.shape.authenticators.safeParse(value)
  return read.success ? read.data : {}
}

/** Kinds that lock after more guesses, or for a shorter time, than usual. */
const looser = (value: unknown): readonly LockableAuthenticator[] => {
  const locks = locksIn(value)
  return lockableAuthenticators.filter((kind) => {
    const lock = locks[kind]
    const { attempts, lockMillis } = usualLocks[kind]
    return lock !== undefined && (lock.attempts > attempts || lock.lockMillis < lockMillis)
  })
}

/** Those kinds as usual, and the others as they are. */
const tightened = (value: unknown): Locks => ({
  ...locksIn(value),
  ...Object.fromEntries(looser(value).map((kind) => [kind, usualLocks[kind]])),
})

const refused = being('NOT_ALLOWED')

/** What people sign in by: which values are weaker than the defaults. */
export const weakerSignIn: readonly WeakerFamily[] = [
  weaker(
    generalFamily,
    {
      sessionIdleMillis: above('LONGER_USE'),
      sessionAbsoluteMillis: above('LONGER_USE'),
      stepUpMillis: above('LONGER_USE'),
      passwordAttempts: above('GUESSING'),
      passwordLockMillis: below('GUESSING'),
    },
    ['emailSignIn', 'whenSessionsFull'],
  ),
  {
    ...weaker(lockoutFamily, {
      authenticators: {
        ...otherwise((value) => looser(value).length > 0)('GUESSING'),
        stronger: tightened,
      },
    }),
    usual: { authenticators: usualLocks },
  },
  weaker(guessBudgetFamily, {
    bound: above('GUESSING'),
  }),
  weaker(passwordFamily, {
    minimumLength: below('GUESSING'),
    digit: refused('GUESSING'),
    lowercase: refused('GUESSING'),
    uppercase: refused('GUESSING'),
    special: refused('GUESSING'),
    historySize: below('LONGER_USE'),
    refuseCompromised: off('GUESSING'),
  }),
  weaker(passwordResetFamily, {}, ['enabled', 'administrators', 'secondFactor']),
  weaker(passthroughFamily, {
    // Administrators are passed through by the field below alone.
    enabled: ofAdministrators(on('TRUST')),
    administrators: ofAdministrators(on('TRUST')),
  }),
  weaker(
    otpFamily,
    {
      digits: below('GUESSING'),
      lifeSeconds: above('LONGER_USE'),
      sendsPerHour: above('GUESSING'),
      unprovenNumbers: on('TRUST'),
    },
    ['secondFactor', 'deliveries'],
  ),
  weaker(
    fidoFamily,
    {
      userVerification: being('discouraged')('SECOND_FACTOR'),
      refuseCompromised: off('TRUST'),
    },
    [
      'residentKey',
      'attestation',
      'attachment',
      'passkeyEnabled',
      'metadataRequired',
      'switchOffCloned',
    ],
  ),
  weaker(gridFamily, {
    cellLength: below('GUESSING'),
    challengeCells: below('GUESSING'),
    challengeSeconds: above('LONGER_USE'),
    exposurePercent: above('GUESSING'),
  }),
  weaker(
    kbaFamily,
    {
      minimumNumberOfQuestions: below('GUESSING'),
      minimumAnswerLength: below('GUESSING'),
      passwordReset: off('SECOND_FACTOR'),
    },
    ['ownQuestions'],
  ),
  {
    ...weaker(magicLinkFamily, {
      enabled: on('TRUST'),
      lifeSeconds: above('LONGER_USE'),
      opening: being('ANY_BROWSER', 'WAITING_BROWSER')('INTERCEPTION'),
      issuedLifeSeconds: above('LONGER_USE'),
      handOver: on('INTERCEPTION'),
    }),
    isClosedToAdministrators: true,
  },
  weaker(
    machineFamily,
    {
      sparesSecondFactor: on('SECOND_FACTOR'),
      lifeDays: above('SECOND_FACTOR'),
      fingerprintRequired: off('SECOND_FACTOR'),
      changesAllowed: above('SECOND_FACTOR'),
    },
    ['enabled'],
  ),
  weaker(tempAccessCodeFamily, {
    length: below('GUESSING'),
    characters: being('DIGITS')('GUESSING'),
    validityMillis: above('LONGER_USE'),
    maximumUses: above('LONGER_USE'),
    administrators: ofAdministrators(on('SECOND_FACTOR')),
  }),
  weaker(
    userCertFamily,
    {
      clientAuthRequired: off('TRUST'),
    },
    ['enabled', 'nameFrom', 'nameIs'],
  ),
  weaker(
    legacyTokenFamily,
    {
      timeWindow: above('GUESSING'),
      resyncWindow: above('GUESSING'),
    },
    ['enabled'],
  ),
  weaker(
    hardwareOathFamily,
    {
      timeWindow: above('GUESSING'),
      counterWindow: above('GUESSING'),
      resyncWindow: above('GUESSING'),
      shortSecrets: on('GUESSING'),
    },
    ['selfAssignment', 'confirmReceipt'],
  ),
  weaker(
    entrustStFamily,
    {
      mutualChallenge: off('SECOND_FACTOR'),
      pushLifeSeconds: above('SECOND_FACTOR'),
      activationLifeMinutes: above('LONGER_USE'),
    },
    ['pushEnabled', 'lockOnConcern'],
  ),
  weaker(
    faceFamily,
    {
      registrationMinutes: above('LONGER_USE'),
      challengeSeconds: above('LONGER_USE'),
    },
    ['enabled'],
  ),
]
