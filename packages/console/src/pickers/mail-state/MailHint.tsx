import { useText } from '../../lib/i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useMailState } from './mail-state.queries.ts'

type About = 'mail' | 'mails' | 'code'

const Missing = ({ about }: { readonly about: About }) => {
  const text = useText('dashboard')
  return <Notice severity="warning">{text(`dashboard:mail.hints.${about}`)}</Notice>
}

/** Before an action that sends emails: says that they will not be sent where no server is set up. */
export const MailHint = ({ about = 'mail' }: { readonly about?: About }) =>
  useMailState()?.source === 'NONE' ? <Missing about={about} /> : null
