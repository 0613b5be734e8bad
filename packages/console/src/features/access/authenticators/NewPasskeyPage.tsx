import { useNavigate } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PasskeyEnrolment } from './PasskeyEnrolment.tsx'

/** Adds a passkey. */
const NewPasskeyPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <FormPage title={text('common:pages.newPasskey')}>
      <PasskeyEnrolment onDone={toList} onCancel={toList} />
    </FormPage>
  )
}

export default NewPasskeyPage
