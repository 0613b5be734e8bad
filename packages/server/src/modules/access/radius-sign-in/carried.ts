import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { ServedApplication } from '../../applications/radius-applications/index.ts'
import type { AccessRequest } from './asking.ts'
import { isPassedOver, isPromptable } from './prompting.ts'
import { isDigest } from './shown-proofs.ts'

interface Shown {
  readonly push: boolean
  readonly proof: AccessRequest['proof']
}

/** What a sign-in begins with, of what one field can carry. */
export const firstOf = (
  { push, proof }: Shown,
  firsts: readonly SignInAuthenticator[],
): SignInAuthenticator | null => {
  const typed = proof.kind === 'PAP' ? proof.password : null
  if (typed !== null && firsts.includes('PASSWORD')) return 'PASSWORD'
  const asksApp = typed !== null && (typed === '' || typed.toLowerCase() === 'push')
  const isPushAlone = firsts.includes('TOKENPUSH') && !firsts.includes('TOKEN')
  if (push && firsts.includes('TOKENPUSH') && (asksApp || isPushAlone)) return 'TOKENPUSH'
  return (['TOKEN', 'EXTERNAL'] as const).find((kind) => firsts.includes(kind)) ?? null
}

/** Each kind of proof that decides the first factor in another way. */
const examples: readonly AccessRequest['proof'][] = [
  { kind: 'PAP', password: 'typed' },
  { kind: 'PAP', password: '' },
  { kind: 'CHAP', id: 0, challenge: '', response: '' },
]

type Carrying = Pick<ServedApplication, 'push' | 'challengeResponse' | 'passwordFormat'>

/**
 * Every factor that can come first, whatever the client sends. A digest carries codes of tokens
 * alone; an app that is asked first always has a number to type.
 */
const firstsBy = (
  application: Carrying,
  firsts: readonly SignInAuthenticator[],
): readonly SignInAuthenticator[] => {
  const silent = { isSilent: false }
  const found = examples.flatMap((proof) => {
    const kind = firstOf({ push: application.push, proof }, firsts)
    if (kind === 'TOKENPUSH') return isPromptable(application, kind, silent) ? [kind] : []
    return kind === null || (isDigest(proof) && kind !== 'TOKEN') ? [] : [kind]
  })
  return [...new Set(found)]
}

/** Those that are asked for: the first that fits, and the next ones while it can be refused. */
const promptedBy = (
  application: Carrying,
  allowed: readonly SignInAuthenticator[],
  isSilent: boolean,
): readonly SignInAuthenticator[] => {
  const fitting = allowed.filter((kind) => isPromptable(application, kind, { isSilent }))
  const last = fitting.findIndex((kind) => !isPassedOver(kind))
  return last < 0 ? fitting : fitting.slice(0, last + 1)
}

/** What can be proven to an application by RADIUS, of what a flow takes. */
export const carriedByRadius = (
  application: Carrying,
  { isSilent }: { readonly isSilent: boolean },
) => ({
  firsts: (kinds: readonly SignInAuthenticator[]) => firstsBy(application, kinds),
  seconds: (
    first: SignInAuthenticator,
    allowed: readonly SignInAuthenticator[],
  ): readonly SignInAuthenticator[] => {
    const prompted = promptedBy(application, allowed, isSilent)
    const isBehind = first === 'PASSWORD' && application.passwordFormat === 'PASSWORD_AND_CODE'
    // A code of the token may be typed in place of the app's answer.
    const isTyped = isBehind || prompted.includes('TOKENPUSH')
    return allowed.filter((kind) => prompted.includes(kind) || (kind === 'TOKEN' && isTyped))
  },
})
