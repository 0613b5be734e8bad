import type { SignInAuthenticator } from '@signet/contract/access/authentication'

/** Answers to a token's questions are guesses at the same tokens: they share one budget. */
export const countedAs = (authenticator: SignInAuthenticator): SignInAuthenticator =>
  authenticator === 'TOKENCR' ? 'TOKEN' : authenticator
