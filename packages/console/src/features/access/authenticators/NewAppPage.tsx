import { useNavigate } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { AppEnrolment } from './AppEnrolment.tsx'

/** Sets up an authenticator app. */
const NewAppPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <>
      <PageHeader title={text('common:pages.newAuthenticator')} />
      <AppEnrolment onDone={toList} onCancel={toList} />
    </>
  )
}

export default NewAppPage
