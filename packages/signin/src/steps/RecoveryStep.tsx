import { useSay } from '../texts/language.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { TypedCode } from './TypedCode.tsx'

const RecoveryStep = (step: FactorStepProps) => {
  const say = useSay()
  return (
    <TypedCode
      {...step}
      method="RECOVERY_CODE"
      title={say('methods.recovery.title')}
      text={say('methods.recovery.text')}
      label={say('methods.recovery.label')}
      name="recovery-code"
    />
  )
}

export default RecoveryStep
