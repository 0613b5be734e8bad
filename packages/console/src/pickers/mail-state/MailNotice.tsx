import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface MailNoticeProps {
  readonly kind: 'missing' | 'untested'
  readonly mayEdit: boolean
  readonly onClose: () => void
}

const MailNotice = ({ kind, mayEdit, onClose }: MailNoticeProps) => {
  const text = useText('dashboard')
  const action = mayEdit && (
    <Button to="/settings/email">{text(`dashboard:mail.actions.${kind}`)}</Button>
  )
  return (
    <Notice isLine severity="warning" {...{ action, onClose }}>
      {text(`dashboard:mail.banner.${kind}`)}
    </Notice>
  )
}

export default MailNotice
