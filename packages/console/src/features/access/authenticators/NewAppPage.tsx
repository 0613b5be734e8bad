import { useNavigate } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { AppEnrolment } from './AppEnrolment.tsx'

/** Sets up an authenticator app. */
const NewAppPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <FormPage title={text('common:pages.newAuthenticator')}>
      <AppEnrolment onDone={toList} onCancel={toList} />
    </FormPage>
  )
}

export default NewAppPage
