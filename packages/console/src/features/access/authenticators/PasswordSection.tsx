import Typography from '@mui/material/Typography'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { OwnAuthenticators } from './authenticators.queries.ts'

interface PasswordSectionProps {
  readonly password: OwnAuthenticators['password']
}

/** When my password was changed, and the way to change it. */
export const PasswordSection = ({ password }: PasswordSectionProps) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  const { changedAt, expiryTime, present } = password
  const sentences = [
    ...(changedAt === null
      ? []
      : [text('userPortal:password.changedAt', { date: date(changedAt) })]),
    ...(expiryTime === null
      ? []
      : [text('userPortal:password.expires', { date: date(expiryTime) })]),
  ]
  const change = <Button to="/password">{text('userPortal:password.change')}</Button>
  return (
    <Section title={text('common:pages.myPassword')} actions={present && change}>
      <Typography variant="body2">
        {present ? sentences.join(' ') : text('userPortal:password.none')}
      </Typography>
    </Section>
  )
}
