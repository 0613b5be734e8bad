import { openPage } from '../leave.ts'
import type { Outcome } from '../place.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'

/** What came of a sign-in that an application asked for. */
const RequestOutcomePage = ({ outcome }: { readonly outcome: Outcome }) => {
  const say = useSay()
  return (
    <Step title={say(`requests.${outcome}.title`)} text={say(`requests.${outcome}.text`)}>
      <Button kind="plain" onPress={() => openPage('/oidc/requests')}>
        {say('requests.again')}
      </Button>
    </Step>
  )
}

export default RequestOutcomePage
