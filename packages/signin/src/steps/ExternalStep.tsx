import { useSay } from '../texts/language.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { TypedCode } from './TypedCode.tsx'

/** A code that another service judges. */
const ExternalStep = (step: FactorStepProps) => {
  const say = useSay()
  return (
    <TypedCode
      {...step}
      method="EXTERNAL"
      title={say('methods.external.title')}
      label={say('methods.external.name')}
      name="external-code"
    />
  )
}

export default ExternalStep
