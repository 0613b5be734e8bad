import { z } from 'zod'
import { Line } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Authenticator apps of others (RFC 6238): all take the same `otpauth` address. */
export const googleFamily = family({
  name: 'google',
  id: 'AuthenticatorAppSettings',
  fields: z.object({
    /** How the app names the account's issuer; the company's name when empty. No colon: it ends the name. */
    issuer: Line(60)
      .refine((name) => !name.includes(':'), 'holds_colon')
      .or(z.literal('')),
    /** Of the codes of tokens that are made from now on; some apps show 6 only. */
    digits: z.union([z.literal(6), z.literal(8)]),
  }),
  defaults: { issuer: '', digits: 6 },
})

export const readAuthenticatorAppSettings = readSettings(googleFamily, {
  summary: 'How accounts look in authenticator apps of others',
})

export const updateAuthenticatorAppSettings = updateSettings(googleFamily, {
  summary: 'Change how accounts look in authenticator apps of others',
  description: 'Tokens that exist keep what they were made with.',
})
