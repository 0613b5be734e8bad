import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ApplicationActions } from './ApplicationActions.tsx'
import { GeneralTab, KeysTab, ProtocolTab, TokensTab } from './application-tabs.tsx'
import { type Application, applicationPath } from './application-types.ts'
import { applications } from './oidc-applications.queries.ts'
import { SignInsTab } from './SignInsTab.tsx'

const tabKeys = ['general', 'protocol', 'tokens', 'keys', 'signIns'] as const
type TabKey = (typeof tabKeys)[number]

const contentOf = (key: TabKey, read: Tagged<Application>): ReactNode => {
  if (key === 'general') return <GeneralTab read={read} />
  if (key === 'protocol') return <ProtocolTab read={read} />
  if (key === 'signIns') return <SignInsTab application={read.value} />
  return key === 'tokens' ? <TokensTab read={read} /> : <KeysTab read={read} />
}

interface LoadedProps {
  readonly read: Tagged<Application>
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('resource')
  const { id, name, enabled, clientId, applicationType, templateId, selfRegistered } = read.value
  const mayReport = useMay()(['REPORTS', 'VIEW'])
  const tabs = tabKeys.filter((key) => key !== 'signIns' || mayReport)
  const status = enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <TabbedPage
      title={name}
      id={{ value: clientId, copyLabel: text('resource:applications.copyClientId') }}
      tag={
        <>
          <Tag
            label={text(`resource:applications.status.${status}`)}
            severity={severityOf(status)}
          />
          {selfRegistered && <Tag label={text('resource:applications.selfRegistered')} />}
        </>
      }
      actions={<ApplicationActions application={read.value} />}
      base={applicationPath(id, templateId ?? applicationType)}
      tab={tab}
      tabs={tabs.map((key) => ({
        key,
        label: text(`resource:applications.tabs.${key}`),
        content: () => contentOf(key, read),
      }))}
    />
  )
}

/** One application, its tabs in the address. */
const ApplicationPage = () => {
  const { id = '', tab } = useParams()
  const query = useQuery(oneQuery(applications, id))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default ApplicationPage
