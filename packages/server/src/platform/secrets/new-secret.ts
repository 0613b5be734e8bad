import { hash } from 'node:crypto'

interface Drawing {
  readonly platform: { readonly ids: { readonly random: (count: number) => Buffer } }
}

/** By what a drawn secret is kept and found: what cannot be guessed needs no slow hash and no lock. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** 256 random bits in 43 letters, and what is kept of them. */
export const newSecret = ({ platform }: Drawing): { secret: string; hash: Buffer } => {
  const secret = platform.ids.random(32).toString('base64url')
  return { secret, hash: secretHash(secret) }
}
