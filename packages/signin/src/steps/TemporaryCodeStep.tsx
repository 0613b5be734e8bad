import { useSay } from '../texts/language.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { TypedCode } from './TypedCode.tsx'

/** The code that an administrator made. */
const TemporaryCodeStep = (step: FactorStepProps) => {
  const say = useSay()
  return (
    <TypedCode
      {...step}
      method="TEMP_ACCESS_CODE"
      title={say('methods.temporary.title')}
      label={say('methods.temporary.name')}
      name="temporary-code"
    />
  )
}

export default TemporaryCodeStep
