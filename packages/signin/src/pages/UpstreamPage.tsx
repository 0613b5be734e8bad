import { use, useEffect } from 'react'
import type { State } from '../flow/machine.ts'
import type { Arrival } from '../flow/upstream.ts'
import { useSignIn } from '../flow/use-sign-in.ts'
import { goOn, openConsole } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Step } from '../ui/Step.tsx'
import { useFailureText } from '../ui/use-action.ts'
import { Flow } from './Flow.tsx'

const noOrigin = {}

interface FailedProps {
  readonly failure: unknown
  /** The page that was left. */
  readonly left: string
}

const Failed = ({ failure, left }: FailedProps) => {
  const say = useSay()
  const text = useFailureText()(failure)
  return (
    <Step title={say('methods.upstream.failed')}>
      <ErrorText text={text} />
      <Button kind="plain" onPress={() => goOn(left)}>
        {say('methods.upstream.back')}
      </Button>
    </Step>
  )
}

interface GoOnProps {
  readonly first: State
  readonly redirect: string | null
  readonly left: string
}

/** The rest of the sign-in: a second factor, something to settle, or nothing. */
const GoOn = ({ first, redirect, left }: GoOnProps) => {
  const flow = useSignIn({ origin: noOrigin, redirect, first })
  const isOver = flow.position.at === 'identify'
  useEffect(() => {
    if (isOver) goOn(left)
  }, [isOver, left])
  return <Flow flow={flow} canReset={false} />
}

const Linked = ({ redirect }: { readonly redirect: string }) => {
  const say = useSay()
  useEffect(() => openConsole(redirect), [redirect])
  return <Step title={say('sign-in.done.title')} text={say('sign-in.done.text')} />
}

/** Where identity providers send people back to. */
const UpstreamPage = ({ arrival }: { readonly arrival: Promise<Arrival> | null }) => {
  const { waiting, outcome, failure } =
    arrival === null ? { waiting: null, outcome: null, failure: null } : use(arrival)
  const left = waiting?.left ?? '/'
  if (outcome === null) return <Failed failure={failure} left={left} />
  if (outcome.authentication === null)
    return <Linked redirect={waiting?.redirect ?? '/myprofile'} />
  return <GoOn first={outcome.authentication} redirect={waiting?.redirect ?? null} left={left} />
}

export default UpstreamPage
