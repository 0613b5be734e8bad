import { useCallback, useMemo, useState } from 'react'
import { isFailure } from '../calls/failures.ts'
import type { FactorDoor } from './answers.ts'
import { type Choice, factor, type Position } from './machine.ts'
import { openReset, type ResetState } from './reset.ts'
import { useBackButton } from './use-back-button.ts'

type Standing =
  | Extract<Position, { readonly at: 'identify' | 'factor' | 'stuck' }>
  | { readonly at: 'newPassword' }
  | { readonly at: 'done' }

const atStart: Standing = { at: 'identify', notice: null }

const standingOf = ({ resetAllowed, authenticators, secondFactor }: ResetState): Standing =>
  resetAllowed ? { at: 'newPassword' } : factor(authenticators, secondFactor)

/** Where the reset stands, and its calls; what expires begins anew. */
const useStanding = () => {
  const [reset, setReset] = useState(openReset)
  const [standing, setStanding] = useState<Standing>(atStart)
  const advance = useCallback(async (work: Promise<Standing>): Promise<void> => {
    try {
      setStanding(await work)
    } catch (error) {
      if (!isFailure(error, 'no_transaction')) throw error
      setReset(openReset())
      setStanding({ at: 'identify', notice: 'expired' })
    }
  }, [])
  return { reset, standing, setStanding, advance }
}

/** The password reset as its page drives it. */
export const useReset = () => {
  const { reset, standing, setStanding, advance } = useStanding()
  const [userId, setUserId] = useState('')
  const startOver = useCallback(() => setStanding(atStart), [setStanding])
  useBackButton(standing.at === 'factor' || standing.at === 'newPassword', startOver)
  const door = useMemo(
    (): FactorDoor => ({
      challenge: reset.challenge,
      prove: (method, answer) => advance(reset.prove(method, answer).then(standingOf)),
      awaitPush: reset.awaitPush,
    }),
    [reset, advance],
  )
  const turn = (change: { readonly chosen: Choice } | null): void => {
    if (standing.at !== 'factor') return
    setStanding({ ...standing, ...change, isChoosing: change === null && !standing.isChoosing })
  }
  return {
    standing,
    userId,
    door,
    startOver,
    choose: (chosen: Choice) => turn({ chosen }),
    another: () => turn(null),
    judge: reset.validate,
    async identify(named: string): Promise<void> {
      const state = await reset.query(named)
      setUserId(named)
      setStanding(standingOf(state))
    },
    complete: (password: string) =>
      advance(reset.complete(password).then((): Standing => ({ at: 'done' }))),
  }
}

export type ResetFlow = ReturnType<typeof useReset>
