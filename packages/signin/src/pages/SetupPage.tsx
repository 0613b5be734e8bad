import { use, useState } from 'react'
import type { Begun, SetupLink } from '../flow/setup.ts'
import { useSay } from '../texts/language.tsx'
import { Step } from '../ui/Step.tsx'
import { NewAccountFlow, SignInAgain, ToSignIn } from './NewAccountFlow.tsx'
import { SetupForm } from './SetupForm.tsx'

interface SetupPageProps {
  readonly token: string
  /** Null when the link is no longer good. */
  readonly link: Promise<SetupLink | null> | null
}

/** A setup link: names the account and how it signs in, then continues like a sign-in. */
const SetupPage = ({ token, link }: SetupPageProps) => {
  const say = useSay()
  const found = link === null ? null : use(link)
  const [begun, setBegun] = useState<Begun | null>(null)
  if (found === null) {
    return (
      <Step title={say('setup.invalid.title')} text={say('setup.invalid.text')}>
        <ToSignIn kind="plain" />
      </Step>
    )
  }
  const form = (hasExpired: boolean) => (
    <SetupForm {...{ token, hasExpired }} link={found} onBegun={setBegun} />
  )
  if (begun === null) return form(false)
  const { state, userId } = begun
  return (
    <NewAccountFlow
      key={state.authToken}
      first={state}
      userId={userId}
      hasEnd={found.kind === 'INVITATION'}
      expired={begun.isSetUp ? <SignInAgain /> : form(true)}
    />
  )
}

export default SetupPage
