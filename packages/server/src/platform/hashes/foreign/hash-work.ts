import type { CryptInput } from './sha-crypt.ts'

/** What is computed in JavaScript, and so in threads of its own. */
export type HashWork =
  | ({ readonly kind: 'sha-crypt' } & CryptInput)
  | { readonly kind: 'bcrypt'; readonly password: string; readonly hash: string }

/** Of SHA-crypt the text, of bcrypt whether the password fits. */
export type HashTold = string | boolean
