import { openPage } from '../leave.ts'
import type { Outcome } from '../place.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'

/** What came of a device's request. */
const DeviceOutcomePage = ({ outcome }: { readonly outcome: Outcome }) => {
  const say = useSay()
  return (
    <Step title={say(`device.${outcome}.title`)} text={say(`device.${outcome}.text`)}>
      {outcome === 'allowed' ? null : (
        <Button kind="plain" onPress={() => openPage('/oidc/usercode')}>
          {say('device.again')}
        </Button>
      )}
    </Step>
  )
}

export default DeviceOutcomePage
