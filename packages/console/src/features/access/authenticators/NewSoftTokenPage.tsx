import { useNavigate } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SoftTokenEnrolment } from './SoftTokenEnrolment.tsx'

/** Sets up the Signet Authenticator. */
const NewSoftTokenPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <FormPage title={text('common:pages.newSoftToken')}>
      <SoftTokenEnrolment onDone={toList} onCancel={toList} />
    </FormPage>
  )
}

export default NewSoftTokenPage
