import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** How likely guessing may be to succeed. */
export const guessBudgetFamily = family({
  name: 'guessbudget',
  id: 'GuessBudgetSettings',
  fields: z.object({
    /** That a year of guessing at one authenticator of one account succeeds, at most. */
    bound: z.number().min(1e-9).max(0.01),
  }),
  defaults: { bound: 1e-4 },
})

export const readGuessBudget = readSettings(guessBudgetFamily, {
  summary: 'How likely guessing may be to succeed',
})

export const updateGuessBudget = updateSettings(guessBudgetFamily, {
  summary: 'Change how likely guessing may be to succeed',
  description:
    'Refused (guess_budget_exceeded) while an authenticator is more likely to be guessed than the new bound allows.',
})

/**
 * What decides whether a guess is right. CHANCE: it is made at random, and can be reckoned. PEOPLE:
 * somebody chose it or knows it of themselves. OWNER: who owns the authenticator answers on their
 * own device. PROVIDER: another service judges it.
 */
export const guessBases = ['CHANCE', 'PEOPLE', 'OWNER', 'PROVIDER'] as const
export type GuessBasis = (typeof guessBases)[number]

export const GuessMeterRow = z
  .object({
    authenticator: z.string(),
    basis: z.enum(guessBases),
    /** That one guess is right, by the likeliest way; null where nobody knows. */
    chance: z.number().nullable(),
    /** Wrong answers until the first lock, and how long that is; null where nothing locks. */
    attempts: z.int().nullable(),
    lockMillis: z.number().nullable(),
    /** How many times as long each further lock is. */
    growth: z.number().nullable(),
    /**
     * Guesses that come through in a year, from strange devices and from one that was stolen; null
     * where nobody counts them.
     */
    guessesPerYear: z.int().nullable(),
    /** That one of them is right; null unless the basis is CHANCE. */
    probability: z.number().nullable(),
  })
  .meta({ id: 'GuessMeterRow' })

export const GuessMeter = z
  .object({
    bound: z.number(),
    meters: z.array(
      z.object({
        /** The group policy it holds under; null for everybody without one. */
        policy: z.string().nullable(),
        authenticators: z.array(GuessMeterRow),
      }),
    ),
  })
  .meta({ id: 'GuessMeter' })

const { view } = callsOn('SETTINGS')

export const readGuessMeter = endpoint({
  ...view,
  path: '/api/web/v1/settings/guessbudget/meter',
  answer: GuessMeter,
  errors: [],
  summary: 'How likely a year of guessing is to get in, by the present settings',
  description:
    'For each authenticator: the guesses that its lockouts let through in a year, and the probability that one is right, 1 - (1 - chance)^guesses (NIST SP 800-63B, 5.2.2; RFC 4226, 7.3).',
})
