import type { ReactNode } from 'react'
import type { State } from '../flow/machine.ts'
import { useSignIn } from '../flow/use-sign-in.ts'
import { openConsole, openPage } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { Flow } from './Flow.tsx'

export const ToSignIn = ({ kind }: { readonly kind?: 'plain' }) => {
  const say = useSay()
  return (
    <Button {...(kind === undefined ? {} : { kind })} onPress={() => openPage('/')}>
      {say('sign-up.toSignIn')}
    </Button>
  )
}

/** The password is set, and the link used up. */
export const SignInAgain = () => {
  const say = useSay()
  return (
    <Step title={say('sign-in.title')} text={say('sign-in.expired')}>
      <ToSignIn />
    </Step>
  )
}

/** Signed in: continues, or adds other ways to sign in. */
const Ready = () => {
  const say = useSay()
  return (
    <Step title={say('sign-up.ready.title')} text={say('setup.ready.text')}>
      <Button onPress={() => openConsole('/redirect')}>{say('setup.submit')}</Button>
      <Button kind="link" onPress={() => openConsole('/myprofile/authenticators')}>
        {say('setup.ready.add')}
      </Button>
    </Step>
  )
}

const noOrigin = {}
const stay = (): void => undefined

interface NewAccountFlowProps {
  /** What setting the account up has led to. */
  readonly first: State
  readonly userId: string
  /** Whether it ends with a page of its own, or goes to the console at once. */
  readonly hasEnd: boolean
  /** Shown when it took too long. */
  readonly expired: ReactNode
}

/** The first sign-in of an account that its user has just set up. */
export const NewAccountFlow = ({ first, userId, hasEnd, expired }: NewAccountFlowProps) => {
  const flow = useSignIn({
    origin: noOrigin,
    redirect: null,
    first,
    leave: hasEnd ? stay : undefined,
  })
  if (hasEnd && flow.position.at === 'leave') return <Ready />
  if (flow.position.at === 'identify') return expired
  return <Flow flow={flow} canReset={false} userId={userId} />
}
