import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { AlertsTab } from './AlertsTab.tsx'
import { fleetAlertsPath } from './alert-paths.ts'
import { MailsForm } from './MailsForm.tsx'

const content = { alerts: () => <AlertsTab />, mails: () => <MailsForm /> }

/** What about printers is told by mail, and whom. */
const FleetAlertsPage = () => {
  const text = useText('issuancePortal')
  const { tab } = useParams()
  const tabs = (['alerts', 'mails'] as const).map((key) => ({
    key,
    label: text(`issuancePortal:alerts.tabs.${key}`),
    content: content[key],
  }))
  return (
    <TabbedPage
      title={text('common:pages.fleetAlerts')}
      base={fleetAlertsPath}
      {...{ tab, tabs }}
    />
  )
}

export default FleetAlertsPage
