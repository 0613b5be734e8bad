import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { isFailure } from '../calls/failures.ts'
import { goOn, openConsole } from '../leave.ts'
import { sessionToken } from '../session/stored-session.ts'
import type { FactorDoor } from './answers.ts'
import { atStart, type Choice, next, type Position, type State } from './machine.ts'
import { usePasskeyDoor } from './passkey-door.ts'
import { type Origin, openSignIn, type SignIn } from './sign-in.ts'
import { useBackButton } from './use-back-button.ts'

interface SignInOptions {
  readonly origin: Origin
  /** A page of the console to go to afterwards. */
  readonly redirect: string | null
  /** The state in which a setup link leaves off; null to begin with the user id. */
  readonly first: State | null
  /** An application's request for which the session that is open has to prove more. */
  readonly stepUp?: string | null
  /** Where to go afterwards instead. */
  readonly leave?: (() => void) | undefined
}

const positionAfter = (first: State | null): Position =>
  first === null ? atStart : next(atStart, { type: 'answered', state: first })

const useLeave = (
  position: Position,
  { redirect, leave }: Pick<SignInOptions, 'redirect' | 'leave'>,
): void => {
  useEffect(() => {
    if (position.at !== 'leave') return
    if (position.redirect !== null) goOn(position.redirect)
    else if (leave !== undefined) leave()
    else openConsole(redirect ?? '/redirect')
  }, [position, redirect, leave])
}

/** Where the sign-in stands, and its calls; what expires begins anew. */
const useStanding = ({ origin, first }: SignInOptions) => {
  const [position, dispatch] = useReducer(next, first, positionAfter)
  const [signIn, setSignIn] = useState(() => openSignIn(origin, first?.authToken ?? null))
  const advance = useCallback(
    async (answer: Promise<State>): Promise<void> => {
      try {
        dispatch({ type: 'answered', state: await answer })
      } catch (error) {
        if (!isFailure(error, 'no_transaction')) throw error
        setSignIn(openSignIn(origin))
        dispatch({ type: 'expired' })
      }
    },
    [origin],
  )
  const carryOn = useCallback((carried: SignIn, state: State): void => {
    setSignIn(carried)
    dispatch({ type: 'answered', state })
  }, [])
  return { position, dispatch, signIn, advance, carryOn }
}

const useFactorDoor = (
  signIn: SignIn,
  {
    advance,
    redirect,
  }: {
    readonly advance: (answer: Promise<State>) => Promise<void>
    readonly redirect: string | null
  },
): FactorDoor =>
  useMemo(
    () => ({
      challenge: signIn.challenge,
      prove: (method, answer) => advance(signIn.prove(method, answer)),
      async poll(method) {
        const answer = signIn.prove(method, {})
        const state = await answer.catch(() => null)
        const isDue = state?.authenticators.some(({ type }) => type === method) === true
        if (!isDue) await advance(answer)
      },
      awaitPush: signIn.awaitPush,
      leave: (providerId) => signIn.leave(providerId, redirect),
    }),
    [signIn, advance, redirect],
  )

/** A transaction of its own: nobody is named in it. */
const leaveUnnamed = async (
  { origin, redirect }: SignInOptions,
  providerId: string,
): Promise<void> => {
  const own = openSignIn(origin)
  await own.query(null)
  await own.leave(providerId, redirect)
}

/** For how many days a remembered browser may be spared a second factor; null where none is. */
const sparedDaysOf = ({ userMachineSettings }: State): number | null => {
  const isSpared = userMachineSettings?.enabled === true && userMachineSettings.sparesSecondFactor
  return isSpared ? userMachineSettings.lifeDays : null
}

/** Asks for what the open session lacks; whoever has none here signs in as anybody does. */
const useStepUp = (
  interaction: string | null,
  { signIn, dispatch }: Pick<ReturnType<typeof useStanding>, 'signIn' | 'dispatch'>,
): boolean => {
  const [isBeginning, setBeginning] = useState(interaction !== null && sessionToken() !== null)
  useEffect(() => {
    if (!isBeginning || interaction === null) return
    signIn
      .stepUp(interaction)
      .then((state) => dispatch({ type: 'answered', state }))
      .catch(() => {})
      .finally(() => setBeginning(false))
  }, [isBeginning, interaction, signIn, dispatch])
  return isBeginning
}

/** The sign-in as the pages drive it: where it stands, and what can be done from there. */
export const useSignIn = (options: SignInOptions) => {
  const { position, dispatch, signIn, advance, carryOn } = useStanding(options)
  const [userId, setUserId] = useState('')
  const [sparedDays, setSparedDays] = useState<number | null>(null)
  const passkey = usePasskeyDoor(options.origin, carryOn)
  const door = useFactorDoor(signIn, { advance, redirect: options.redirect })
  const changeUser = useCallback(() => dispatch({ type: 'changeUser' }), [dispatch])
  const canGoBack = !['identify', 'leave', 'recoveryCodes'].includes(position.at)
  useBackButton(canGoBack && options.first === null, changeUser)
  useLeave(position, options)
  const identify = async (named: string): Promise<void> => {
    try {
      const state = await signIn.query(named)
      setUserId(named)
      setSparedDays(sparedDaysOf(state))
      dispatch({ type: 'answered', state })
    } catch (error) {
      if (!isFailure(error, 'no_transaction')) throw error
      dispatch({ type: 'interactionEnded' })
    }
  }
  return {
    position,
    isBeginning: useStepUp(options.stepUp ?? null, { signIn, dispatch }),
    userId,
    sparedDays,
    door,
    passkey,
    identify,
    leaveFor: (providerId: string) => leaveUnnamed(options, providerId),
    changeUser,
    choose: (choice: Choice) => dispatch({ type: 'choose', choice }),
    another: () => dispatch({ type: 'another' }),
    codesKept: () => dispatch({ type: 'codesKept' }),
    changePassword: (password: string) => advance(signIn.changePassword(password)),
    startEnrollment: signIn.startEnrollment,
    completeEnrollment: (...proof: Parameters<SignIn['completeEnrollment']>) =>
      advance(signIn.completeEnrollment(...proof)),
  }
}

export type SignInFlow = ReturnType<typeof useSignIn>
