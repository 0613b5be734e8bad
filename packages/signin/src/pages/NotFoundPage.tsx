import { openPage } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'

export const NotFoundPage = () => {
  const say = useSay()
  return (
    <Step title={say('page.error.notFoundTitle')} text={say('page.error.notFound')}>
      <Button kind="plain" onPress={() => openPage('/')}>
        {say('page.error.toSignIn')}
      </Button>
    </Step>
  )
}
