import { useNavigate } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { PasskeyEnrolment } from './PasskeyEnrolment.tsx'

/** Adds a passkey. */
const NewPasskeyPage = () => {
  const text = useText()
  const navigate = useNavigate()
  const toList = () => void navigate('/myprofile/authenticators')
  return (
    <>
      <PageHeader title={text('common:pages.newPasskey')} />
      <PasskeyEnrolment onDone={toList} onCancel={toList} />
    </>
  )
}

export default NewPasskeyPage
