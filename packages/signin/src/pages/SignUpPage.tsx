import { useEffect } from 'react'
import { handOver, openPage } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { SignUpForm, type SignUpTerms } from './SignUpForm.tsx'

interface SayingProps {
  readonly kind: 'none' | 'thanks'
}

const Saying = ({ kind }: SayingProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  return (
    <Step
      title={say(`sign-up.${kind}.title`)}
      text={say(`sign-up.${kind}.text`, { company: companyName })}
    >
      <Button kind="plain" onPress={() => openPage('/')}>
        {say('sign-up.toSignIn')}
      </Button>
    </Step>
  )
}

const Leaving = ({ address }: { readonly address: string }) => {
  const say = useSay()
  useEffect(() => handOver(address), [address])
  return (
    <Step title={say('sign-up.title')} text={say('sign-up.leaving')}>
      <Button onPress={() => handOver(address)}>{say('sign-up.goOn')}</Button>
    </Step>
  )
}

interface SignUpPageProps {
  /** Somebody comes back from where they signed up. */
  readonly isDone: boolean
  /** The service that the tenant has named; null where there is none. */
  readonly address: string | null
  /** What sign-up asks here; null where nobody signs up by themselves. */
  readonly terms: SignUpTerms | null
}

/** Sign-up at the tenant's own service, or here; thanks whoever comes back from there. */
const SignUpPage = ({ isDone, address, terms }: SignUpPageProps) => {
  if (isDone) return <Saying kind="thanks" />
  if (address !== null) return <Leaving address={address} />
  return terms === null ? <Saying kind="none" /> : <SignUpForm terms={terms} />
}

export default SignUpPage
