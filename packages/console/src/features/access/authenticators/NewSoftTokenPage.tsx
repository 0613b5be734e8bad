import { useNavigate } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { SoftTokenEnrolment } from './SoftTokenEnrolment.tsx'

/** Sets up the Signet Authenticator. */
const NewSoftTokenPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <>
      <PageHeader title={text('common:pages.newSoftToken')} />
      <SoftTokenEnrolment onDone={toList} onCancel={toList} />
    </>
  )
}

export default NewSoftTokenPage
