import { useSay } from '../texts/language.tsx'
import { Step } from '../ui/Step.tsx'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { UpstreamList } from './UpstreamList.tsx'

const stay = async (): Promise<void> => undefined

/** An account elsewhere, of the service that the user id leads to. */
const UpstreamStep = ({ door, choice, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  return (
    <Step title={say('methods.upstream.title')} text={say('methods.upstream.text')}>
      <Account userId={userId} onChange={onChangeUser} />
      <UpstreamList providers={choice.identityProviders ?? []} onLeave={door.leave ?? stay} />
    </Step>
  )
}

export default UpstreamStep
