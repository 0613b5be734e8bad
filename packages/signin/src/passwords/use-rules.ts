import { useCallback, useEffect, useState } from 'react'
import { CallFailure } from '../calls/failures.ts'
import { type Judged, ruleLines } from './rule-lines.ts'

/** Asks the server about a password. */
export type Judge = (
  password: string,
  signal: AbortSignal,
) => Promise<{ failed: readonly string[]; warnings?: readonly string[] }>

/** Typing pauses this long before the server is asked. */
const quietMs = 300

const codeFaults: ReadonlyMap<string, string> = new Map([
  ['password_invalid_compromised', 'compromised'],
  ['password_invalid_history', 'history'],
])

/** The rules that a refusal names. */
const faultsOf = (failure: unknown): readonly string[] => {
  if (!(failure instanceof CallFailure)) return []
  const named = codeFaults.get(failure.code)
  return named === undefined ? failure.faults : [named, ...failure.faults]
}

interface RuleOptions {
  readonly password: string
  /** Null where only a refusal tells. */
  readonly judge: Judge | null
}

/** The live list of rules, and what a refused password adds to it. */
export const useRules = ({ password, judge }: RuleOptions) => {
  const [warned, setWarned] = useState<{ password: string; warnings: readonly string[] } | null>(
    null,
  )
  const [judged, setJudged] = useState<Judged | null>(null)
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const learn = useCallback((next: Judged): void => {
    setJudged(next)
    setKnown((before) => new Set([...before, ...next.faults]))
  }, [])
  useEffect(() => {
    if (judge === null) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const { failed, warnings = [] } = await judge(password, stop.signal)
      learn({ password, faults: failed })
      setWarned({ password, warnings })
    }
    // A judgement that does not come is no fault: the password is judged again when it is saved.
    const timer = setTimeout(() => void ask().catch(() => undefined), password === '' ? 0 : quietMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [judge, password, learn])
  const lines = ruleLines({ password, judged, known })
  const warnings = warned?.password === password ? warned.warnings : []
  return {
    lines,
    warnings,
    refused: (failure: unknown) => learn({ password, faults: faultsOf(failure) }),
  }
}
