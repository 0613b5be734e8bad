import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Statements of the weakest ways in that are held: changes that would break them are refused. */
export const heldStatementsFamily = family({
  name: 'heldstatements',
  id: 'HeldStatementsSettings',
  fields: z.object({
    /** No administrator is reachable without a phishing-resistant factor. */
    administratorsPhishingResistant: z.boolean(),
  }),
  defaults: { administratorsPhishingResistant: false },
})

export const readHeldStatements = readSettings(heldStatementsFamily, {
  summary: 'Which statements of the weakest ways in are held',
})

export const updateHeldStatements = updateSettings(heldStatementsFamily, {
  breaksHeld: true,
  summary: 'Hold a statement of the weakest ways in, or hold it no longer',
  description:
    'While a statement is held, changes of flows, rules, settings, policies, roles, members of groups, identity providers, programs and passkeys by which it would hold no longer are refused (held_statement_broken). One that does not hold now cannot be held.',
})
