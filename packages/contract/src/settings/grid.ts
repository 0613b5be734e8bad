import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Of 28 characters five have 17 million contents, against 30 guesses in a year. */
const fewestCharacters = 5

/** Grid cards: what new ones are like, and how they are asked. */
export const gridFamily = family({
  name: 'grid',
  id: 'GridSettings',
  fields: z.object({
    columns: z.int().min(4).max(12),
    rows: z.int().min(4).max(10),
    /** Characters in a cell. */
    cellLength: z.int().min(1).max(3),
    /** Cells that a challenge asks. */
    challengeCells: z.int().min(2).max(5),
    /** How long a challenge may be answered. */
    challengeSeconds: z.int().min(60).max(900),
    /** Days until a new card expires, from when it is assigned; null for never. */
    lifeDays: z.int().min(1).max(3650).nullable(),
    /** Sign-ins that a new card is good for; null without a limit. */
    maximumUses: z.int().min(1).max(100_000).nullable(),
    /** Cards that a person has, cancelled ones too. */
    maximumPerUser: z.int().min(1).max(10),
    /**
     * A card is retired when somebody who has watched every answer could give the next one with more
     * than this probability; 100 for never.
     */
    exposurePercent: z.int().min(1).max(100),
  }),
  defaults: {
    columns: 10,
    rows: 8,
    cellLength: 2,
    challengeCells: 3,
    challengeSeconds: 300,
    lifeDays: null,
    maximumUses: null,
    maximumPerUser: 3,
    exposurePercent: 50,
  },
  rule: ({ cellLength, challengeCells }) =>
    cellLength * challengeCells < fewestCharacters
      ? [{ path: 'challengeCells', message: 'too_guessable' }]
      : [],
})

export const readGridSettings = readSettings(gridFamily, {
  summary: 'How grid cards are made and asked',
})

export const updateGridSettings = updateSettings(gridFamily, {
  summary: 'Change how grid cards are made and asked',
  description: 'Shape, expiry and number of uses hold for cards made or assigned from then on.',
})
