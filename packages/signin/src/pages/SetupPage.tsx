import { use, useState } from 'react'
import type { State } from '../flow/machine.ts'
import type { SetupLink } from '../flow/setup.ts'
import { useSignIn } from '../flow/use-sign-in.ts'
import { useSay } from '../texts/language.tsx'
import { Step } from '../ui/Step.tsx'
import { Flow } from './Flow.tsx'
import { SetupForm } from './SetupForm.tsx'

interface Begun {
  readonly state: State
  readonly userId: string
}

interface SetupPageProps {
  readonly token: string
  /** Null when the link is no longer good. */
  readonly link: Promise<SetupLink | null> | null
}

/** A setup link: names the account and its password, then goes on like a sign-in. */
const SetupPage = ({ token, link }: SetupPageProps) => {
  const say = useSay()
  const found = link === null ? null : use(link)
  const [begun, setBegun] = useState<Begun | null>(null)
  if (found === null) {
    return <Step title={say('setup.invalid.title')} text={say('setup.invalid.text')} />
  }
  const form = (hasExpired: boolean) => (
    <SetupForm
      token={token}
      link={found}
      hasExpired={hasExpired}
      onBegun={(state, userId) => setBegun({ state, userId })}
    />
  )
  return begun === null ? (
    form(false)
  ) : (
    <SetupFlow key={begun.state.authToken} begun={begun} expired={form(true)} />
  )
}

const noOrigin = {}

interface SetupFlowProps {
  readonly begun: Begun
  /** Shown when it took too long: the form again. */
  readonly expired: React.ReactNode
}

const SetupFlow = ({ begun, expired }: SetupFlowProps) => {
  const flow = useSignIn({ origin: noOrigin, redirect: null, first: begun.state })
  if (flow.position.at === 'identify') return expired
  return <Flow flow={flow} canReset={false} userId={begun.userId} />
}

export default SetupPage
