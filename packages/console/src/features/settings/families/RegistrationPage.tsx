import { isUuid } from '@signet/rules/identifiers'
import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { SignUpsTab } from './SignUpsTab.tsx'
import { VerificationForm } from './VerificationForm.tsx'

/** The tabs, each with its form. */
const content = {
  registrationForm: () => <RegistrationForm />,
  verificationForm: () => <VerificationForm />,
  signUpForm: () => <SignUpForm />,
  signUps: () => <SignUpsTab />,
}

const Tabs = ({ current }: { readonly current: string | undefined }) => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.registrationSettings')}
      base="/settings/registration"
      tab={current}
      tabs={[
        {
          key: 'registration',
          label: text('settings:registration.title'),
          content: content.registrationForm,
        },
        {
          key: 'verification',
          label: text('settings:verification.title'),
          content: content.verificationForm,
        },
        {
          key: 'signup',
          label: text('settings:registration.signUp'),
          content: content.signUpForm,
        },
        {
          key: 'waiting',
          label: text('settings:signUps.title'),
          needs: ['USERS', 'VIEW'],
          content: content.signUps,
        },
      ]}
    />
  )
}

/** What follows in the address is a tab, or the group policy whose own values are shown. */
const RegistrationPage = () => {
  const { tab } = useParams()
  return tab !== undefined && isUuid(tab) ? (
    <PolicySubjectPage subject="registration" id={tab} />
  ) : (
    <Tabs current={tab} />
  )
}

export default RegistrationPage
