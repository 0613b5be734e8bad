import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Step } from '../ui/Step.tsx'

/** The whole account is locked (product: console, section 8). */
export const LockedPage = () => {
  const say = useSay()
  const { companyName } = useTheme()
  return (
    <Step
      title={say('page.locked.title')}
      text={say('page.locked.text', { company: companyName })}
    />
  )
}
