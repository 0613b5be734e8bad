import type { LimitSubject, RequestClass, RequestPolicy } from './request-limits.ts'

/** The office by which figures are explained: so many people behind one address. */
export const officePeople = 2000

/** Calls of the class `authenticate` in a sign-in with two factors. */
const callsOfSignIn = 3
/** One person in twenty mistypes. */
const mistakenShare = 0.05

/** What a policy comes to: the sentence that says it, and its figures. */
export interface LimitMeaning {
  readonly sentence:
    | 'signInsAtOnce'
    | 'signInsTake'
    | 'guesses'
    | 'guessesShort'
    | 'guessesThrough'
    | 'each'
    | 'shared'
  readonly figures: Readonly<Record<string, number>>
}

interface Limit extends RequestPolicy {
  readonly limitClass: RequestClass
  readonly subject: LimitSubject
}

const ofGuesses = (perMinute: number, burst: number): LimitMeaning => {
  const mistakes = officePeople * mistakenShare
  const perDay = burst + Math.floor(perMinute * 24 * 60)
  return {
    sentence: burst < mistakes ? 'guessesShort' : 'guesses',
    figures: { mistakes, perDay },
  }
}

const ofSignIns = (perMinute: number, burst: number): LimitMeaning => {
  const waiting = officePeople * callsOfSignIn - burst
  return waiting <= 0
    ? { sentence: 'signInsAtOnce', figures: {} }
    : { sentence: 'signInsTake', figures: { minutes: Math.ceil(waiting / perMinute) } }
}

/** What a policy means for an office, or for the people who share it. */
export const officeMeaning = ({
  limitClass,
  subject,
  rate,
  periodSeconds,
  burst,
}: Limit): LimitMeaning => {
  const perMinute = (rate * 60) / periodSeconds
  if (limitClass === 'guess') {
    const guesses = ofGuesses(perMinute, burst)
    return subject === 'ADDRESS' ? guesses : { ...guesses, sentence: 'guessesThrough' }
  }
  if (subject === 'USER') return { sentence: 'each', figures: { perMinute } }
  if (subject === 'ADDRESS' && limitClass === 'authenticate') return ofSignIns(perMinute, burst)
  return { sentence: 'shared', figures: { perMinute: perMinute / officePeople } }
}
