import { type ComponentType, lazy, useMemo, useState } from 'react'
import { loadPart } from '../calls/lost-connection.ts'
import type { FactorDoor } from '../flow/answers.ts'
import type { Choice, FactorPosition, Method } from '../flow/machine.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { TrustDevice } from './TrustDevice.tsx'

/** Fetched when someone comes to it: the first page needs none of these. */
const TokenStep = lazy(() => loadPart(() => import('./TokenStep.tsx')))
const ChooseStep = lazy(() => loadPart(() => import('./ChooseStep.tsx')))
const CertificateStep = lazy(() => loadPart(() => import('./CertificateStep.tsx')))
const ExternalStep = lazy(() => loadPart(() => import('./ExternalStep.tsx')))
const GridStep = lazy(() => loadPart(() => import('./GridStep.tsx')))
const FaceStep = lazy(() => loadPart(() => import('./FaceStep.tsx')))
const MagicLinkStep = lazy(() => loadPart(() => import('./MagicLinkStep.tsx')))
const PushStep = lazy(() => loadPart(() => import('./PushStep.tsx')))
const OtpStep = lazy(() => loadPart(() => import('./OtpStep.tsx')))
const QuestionStep = lazy(() => loadPart(() => import('./QuestionStep.tsx')))
const RecoveryStep = lazy(() => loadPart(() => import('./RecoveryStep.tsx')))
const QuestionsStep = lazy(() => loadPart(() => import('./QuestionsStep.tsx')))
const UpstreamStep = lazy(() => loadPart(() => import('./UpstreamStep.tsx')))
const TemporaryCodeStep = lazy(() => loadPart(() => import('./TemporaryCodeStep.tsx')))

const steps: Readonly<Record<Method, ComponentType<FactorStepProps>>> = {
  PASSWORD: PasswordStep,
  TOKEN: TokenStep,
  TOKENCR: QuestionStep,
  TOKENPUSH: PushStep,
  FIDO: PasskeyStep,
  PASSKEY: PasskeyStep,
  OTP: OtpStep,
  FACE: FaceStep,
  RECOVERY_CODE: RecoveryStep,
  TEMP_ACCESS_CODE: TemporaryCodeStep,
  GRID: GridStep,
  MAGICLINK: MagicLinkStep,
  EXTERNAL: ExternalStep,
  KBA: QuestionsStep,
  IDP: UpstreamStep,
  USER_CERTIFICATE: CertificateStep,
}

interface FactorProps extends Omit<FactorStepProps, 'trust' | 'choice'> {
  readonly position: FactorPosition
  /** Whether to ask if this device is to be known; the answer holds for all steps. */
  readonly asksTrust: boolean
  /** For how many days such a device may be asked for less; null where it is not. */
  readonly sparedDays: number | null
  /** Null where there is no password reset. */
  readonly onForgot: (() => void) | null
  readonly onChoose: (choice: Choice) => void
  /** Opens and closes the list of ways. */
  readonly onAnother: () => void
}

type Asking = Pick<FactorProps, 'asksTrust' | 'sparedDays'>

/** A door whose answers say whether the device is to be known. */
const useTrust = (door: FactorDoor, { asksTrust, sparedDays }: Asking) => {
  const [isTrusted, setTrusted] = useState(false)
  const trusting = useMemo((): FactorDoor => {
    if (!asksTrust) return door
    return {
      ...door,
      prove: (method, answer) => door.prove(method, { ...answer, rememberDevice: isTrusted }),
    }
  }, [door, asksTrust, isTrusted])
  const trust = asksTrust ? (
    <TrustDevice {...{ isTrusted, sparedDays }} onTrust={setTrusted} />
  ) : null
  return { door: trusting, trust }
}

/** The step that proves one factor, and the way to another one. */
export const FactorStep = ({
  position: { chosen, choices, isChoosing, secondFactor },
  asksTrust,
  sparedDays,
  onForgot,
  onChoose,
  onAnother,
  ...step
}: FactorProps) => {
  const say = useSay()
  const { door, trust } = useTrust(step.door, { asksTrust, sparedDays })
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
