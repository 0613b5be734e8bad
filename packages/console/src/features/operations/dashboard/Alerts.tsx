import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { listAlerts } from '@signet/contract/operations/reports'
import type { AlertType } from '@signet/rules/alerts'
import type { Need } from '@signet/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { alertsQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'

interface Place {
  readonly path: string
  readonly needs: Need
}

/** Where more is told of an alert, for those who may go there. */
const placeOf = (type: AlertType, { from, until }: ReportRange): Place | null => {
  if (type === 'WEBHOOK_SWITCHED_OFF' || type === 'WEBHOOK_DELIVERY_FAILED') {
    return { path: '/webhooks', needs: ['WEBHOOKS', 'VIEW'] }
  }
  if (type === 'ARCHIVE_FAILED') return { path: '/reports/archives', needs: ['ARCHIVES', 'VIEW'] }
  if (type === 'EMAIL_NOT_DELIVERED') {
    return { path: '/settings/email/failed', needs: ['SETTINGS', 'VIEW'] }
  }
  if (type === 'BULK_OPERATION_FAILED') {
    return { path: '/bulkoperations', needs: ['BULKUSERS', 'VIEW'] }
  }
  if (type === 'REPORT_FAILED') return { path: '/reports/saved', needs: ['REPORTS', 'VIEW'] }
  if (type === 'SCHEDULED_TASK_FAILED' || type === 'SCHEDULED_TASK_PAUSED') {
    return { path: '/scheduledTasks', needs: ['SCHEDULEDTASKS', 'VIEW'] }
  }
  if (type === 'SIGN_IN_LOCKED') {
    const path = reportLink({ from, until, action: 'AUTHENTICATION', outcome: 'DENIED' })
    return { path, needs: ['REPORTS', 'VIEW'] }
  }
  if (type === 'MACHINE_COPIED') {
    return { path: reportLink({ from, until, action: type }), needs: ['REPORTS', 'VIEW'] }
  }
  if (type === 'PASSKEY_CLONED') {
    const path = reportLink({ from, until, action: 'FIDO_CLONE_SUSPECTED', outcome: 'DENIED' })
    return { path, needs: ['REPORTS', 'VIEW'] }
  }
  if (type === 'PUSH_CONCERN') {
    const path = reportLink({ from, until, action: 'PUSH_CONCERN', outcome: 'DENIED' })
    return { path, needs: ['REPORTS', 'VIEW'] }
  }
  return null
}

type Alert = ReceivedOf<typeof listAlerts>['results'][number]

const AlertItem = ({ alert, range }: { readonly alert: Alert; readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const may = useMay()
  const { ago } = useFormats()
  const { type, severity, count, lastTime } = alert
  const said = text(`dashboard:overview.alertTypes.${type}`, { count })
  const place = placeOf(type, range)
  return (
    <Item
      title={place !== null && may(place.needs) ? <Link to={place.path}>{said}</Link> : said}
      detail={lastTime === null ? null : ago(lastTime)}
      tag={
        <Tag
          label={text(severity === 'ERROR' ? 'common:pages.error' : 'common:messages.warning')}
          severity={severity}
        />
      }
    />
  )
}

/** What went wrong or is about to; where nothing did, nothing stands here. */
export const Alerts = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const { data, isError } = useQuery(alertsQuery(range))
  const results = data?.results ?? []
  if (results.length === 0 && !isError) return null
  return (
    <Section
      title={text('dashboard:overview.alerts')}
      description={text('dashboard:overview.alertsText')}
    >
      <ItemList empty={text('common:states.failed')}>
        {results.map((alert) => (
          <AlertItem key={alert.type} {...{ alert, range }} />
        ))}
      </ItemList>
    </Section>
  )
}
