import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { failedCountQuery } from './email-server.queries.ts'

const Failed = ({ count }: { readonly count: number }) => {
  const text = useText('settings')
  if (count === 0) {
    return <Typography variant="body2">{text('settings:email.failed.section.none')}</Typography>
  }
  const action = (
    <Button to="/settings/email/failed">{text('settings:email.failed.section.open')}</Button>
  )
  return (
    <Notice severity="warning" action={action}>
      {text('settings:email.failed.section.some', { count })}
    </Notice>
  )
}

/** Whether emails have failed, with the way to them and to the log. */
export const DeliverySection = () => {
  const text = useText('settings')
  const { data } = useQuery(failedCountQuery)
  return (
    <Section
      title={text('settings:email.failed.section.title')}
      actions={
        <Button to="/settings/email/log">{text('settings:email.failed.section.log')}</Button>
      }
    >
      {data !== undefined && <Failed count={data} />}
    </Section>
  )
}
