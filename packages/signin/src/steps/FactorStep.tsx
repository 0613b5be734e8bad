import { type ComponentType, useMemo, useState } from 'react'
import type { FactorDoor } from '../flow/answers.ts'
import type { Choice, FactorPosition, Method } from '../flow/machine.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { OtpStep } from './OtpStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryStep } from './RecoveryStep.tsx'
import { TokenStep } from './TokenStep.tsx'
import { TrustDevice } from './TrustDevice.tsx'

const steps: Readonly<Record<Method, ComponentType<FactorStepProps>>> = {
  PASSWORD: PasswordStep,
  TOKEN: TokenStep,
  FIDO: PasskeyStep,
  PASSKEY: PasskeyStep,
  OTP: OtpStep,
  RECOVERY_CODE: RecoveryStep,
}

interface FactorProps extends Omit<FactorStepProps, 'trust' | 'choice'> {
  readonly position: FactorPosition
  /** Whether to ask if this device is to be known; the answer holds for all steps. */
  readonly asksTrust: boolean
  /** Null where there is no password reset. */
  readonly onForgot: (() => void) | null
  readonly onChoose: (choice: Choice) => void
  /** Opens and closes the list of ways. */
  readonly onAnother: () => void
}

/** A door whose answers say whether the device is to be known. */
const useTrust = (door: FactorDoor, asksTrust: boolean) => {
  const [isTrusted, setTrusted] = useState(false)
  const trusting = useMemo((): FactorDoor => {
    if (!asksTrust) return door
    return {
      challenge: door.challenge,
      prove: (method, answer) => door.prove(method, { ...answer, rememberDevice: isTrusted }),
    }
  }, [door, asksTrust, isTrusted])
  const trust = asksTrust ? <TrustDevice isTrusted={isTrusted} onTrust={setTrusted} /> : null
  return { door: trusting, trust }
}

/** The step that proves one factor, and the way to another one. */
export const FactorStep = ({
  position: { chosen, choices, isChoosing, secondFactor },
  asksTrust,
  onForgot,
  onChoose,
  onAnother,
  ...step
}: FactorProps) => {
  const say = useSay()
  const { door, trust } = useTrust(step.door, asksTrust)
  if (isChoosing) return <ChooseStep choices={choices} onChoose={onChoose} onBack={onAnother} />
  const Chosen = steps[chosen.type]
  return (
    <>
      <Chosen
        key={`${chosen.type} ${secondFactor}`}
        {...step}
        choice={chosen}
        door={door}
        trust={trust}
      />
      <div className="another">
        {onForgot === null || chosen.type !== 'PASSWORD' ? null : (
          <Button kind="link" onPress={onForgot}>
            {say('sign-in.forgot')}
          </Button>
        )}
        {choices.length < 2 ? null : (
          <Button kind="link" onPress={onAnother}>
            {say('sign-in.another')}
          </Button>
        )}
      </div>
    </>
  )
}
