import { useState } from 'react'
import type { EnrollmentMethod } from '../flow/enrollments.ts'
import type { SignInFlow } from '../flow/use-sign-in.ts'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'
import { EnrollApp } from './EnrollApp.tsx'
import { EnrollPasskey } from './EnrollPasskey.tsx'
import { OptionList } from './OptionList.tsx'
import { hasPasskeys } from './passkeys.ts'

interface EnrollStepProps {
  readonly flow: Pick<SignInFlow, 'startEnrollment' | 'completeEnrollment'>
  /** What counts as the second factor here. */
  readonly allowed: readonly EnrollmentMethod[]
}

const methods = [
  {
    method: 'TOKEN',
    icon: 'token',
    name: 'enrollment.app.name',
    description: 'enrollment.app.description',
  },
  {
    method: 'FIDO',
    icon: 'passkey',
    name: 'enrollment.passkey.name',
    description: 'enrollment.passkey.description',
  },
] as const

/** The second factor that the sign-in demands: which one, then its set-up. */
const EnrollStep = ({ flow, allowed }: EnrollStepProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  const isPasskeyAlone = allowed.length === 1 && allowed[0] === 'FIDO' && hasPasskeys()
  const [method, setMethod] = useState<EnrollmentMethod | null>(isPasskeyAlone ? 'FIDO' : null)
  const options = methods
    .filter((one) => allowed.includes(one.method))
    .filter((one) => one.method === 'TOKEN' || hasPasskeys())
    .map((one) => ({ ...one, id: one.method, onChoose: () => setMethod(one.method) }))
  if (method === null) {
    return (
      <Step title={say('enrollment.title')} text={say('enrollment.text', { company: companyName })}>
        <OptionList options={options} />
      </Step>
    )
  }
  const Chosen = method === 'TOKEN' ? EnrollApp : EnrollPasskey
  return (
    <>
      <Chosen flow={flow} />
      <div className="another">
        <Button kind="link" icon="back" onPress={() => setMethod(null)}>
          {say('enrollment.back')}
        </Button>
      </div>
    </>
  )
}

export default EnrollStep
