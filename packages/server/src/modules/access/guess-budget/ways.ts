import { gridAlphabet } from '@signet/algorithms/grid'
import { entrustStFamily } from '@signet/contract/settings/entrustst'
import { gridFamily } from '@signet/contract/settings/grid'
import type { GuessBasis } from '@signet/contract/settings/guessbudget'
import { otpFamily } from '@signet/contract/settings/otp'
import { tempAccessCodeFamily } from '@signet/contract/settings/tempaccesscode'
import { tokenFamily } from '@signet/contract/settings/token'
import { codeCharacters } from '@signet/rules/code-characters'
import { codeChance, type Guessing, tokenWays } from '@signet/rules/guess-budget'
import type { rows } from '../../settings/families/index.ts'

export type Everybody = Awaited<ReturnType<typeof rows.policies.listPresent>>[number]

/** RFC 6238, section 5.2: the code of the present step and those of its neighbours. */
const validTokenCodes = 3
const tokenDigits = 6
/** Sixteen characters; a sheet holds ten codes. */
const recoveryCodeChance = 10 / codeCharacters.length ** 16
/** Two digits, the first of which is no zero. */
const pushNumbers = 90
/** 24 random bytes; one that was asked for may be open beside one that an administrator made. */
const linkChance = 2 / 2 ** 192

/** How an authenticator is guessed under some settings. */
export interface Reckoning {
  readonly basis: GuessBasis
  readonly ways: readonly Guessing[]
}

const byChance = (ways: readonly Guessing[]): Reckoning => ({ basis: 'CHANCE', ways })
const one = (chance: number): Reckoning => byChance([{ chance, cost: 1 }])
const people: Reckoning = { basis: 'PEOPLE', ways: [] }
const provider: Reckoning = { basis: 'PROVIDER', ways: [] }

/** Every authenticator whose answers can be guessed, in the order of the meter. */
export const reckonings: Readonly<Record<string, (settings: Everybody) => Reckoning>> = {
  PASSWORD: () => people,
  TOKEN: (settings) =>
    byChance(
      tokenWays(settings.of(tokenFamily).maximumPerUser, codeChance(tokenDigits, validTokenCodes)),
    ),
  // The number is the owner's to type: whoever signs in as them can only hope that they do.
  TOKENPUSH: (settings) => ({
    basis: 'OWNER',
    ways: settings.of(entrustStFamily).mutualChallenge
      ? [{ chance: 1 / pushNumbers, cost: 1 }]
      : [],
  }),
  OTP: (settings) => one(codeChance(settings.of(otpFamily).digits)),
  MAGICLINK: () => one(linkChance),
  RECOVERY_CODE: () => one(recoveryCodeChance),
  TEMP_ACCESS_CODE: (settings) => {
    const { length, characters } = settings.of(tempAccessCodeFamily)
    const signs = characters === 'DIGITS' ? 10 : codeCharacters.length
    return one(signs ** -length)
  },
  GRID: (settings) => {
    const { cellLength, challengeCells, maximumPerUser } = settings.of(gridFamily)
    return byChance(
      tokenWays(maximumPerUser, gridAlphabet.length ** -(cellLength * challengeCells)),
    )
  },
  KBA: () => people,
  EXTERNAL: () => provider,
  FACE: () => provider,
}
