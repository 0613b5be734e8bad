import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { RadiusActions } from './RadiusActions.tsx'
import { RadiusFields, useRadiusLabels } from './RadiusFields.tsx'
import { type Application, radiusApplications, radiusPath } from './radius-applications.queries.ts'
import { formOf, RadiusForm } from './radius-form.ts'
import { SessionList } from './SessionList.tsx'

interface ReadProps {
  readonly read: Tagged<Application>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useRadiusLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={radiusApplications}
      {...{ read, formOf }}
      schema={RadiusForm}
      labels={labels}
      saved={() => text('resource:applications.saved', { name })}
    >
      <WeakerOf kind="RADIUS_APPLICATION">
        <RadiusFields />
      </WeakerOf>
    </EditForm>
  )
}

const Definition = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  const { description, allowedAddresses, tlsClientName, passwordFormat } = read.value
  return (
    <Facts
      facts={[
        { label: label('description'), value: description },
        { label: label('allowedAddresses'), value: allowedAddresses.join(', ') },
        { label: label('tlsClientName'), value: tlsClientName ?? '' },
        {
          label: label('passwordFormat'),
          value: text(`resource:radius.formats.${passwordFormat}`),
        },
      ]}
    />
  )
}

const General = ({ read }: ReadProps) => {
  const text = useText('resource')
  const may = useMay()
  return (
    <Section
      title={text('resource:applications.sections.general')}
      description={text('resource:radius.kindText')}
    >
      {may(['APPLICATIONS', 'EDIT']) ? <Editor read={read} /> : <Definition read={read} />}
    </Section>
  )
}

const tabKeys = ['general', 'sessions'] as const
const tabTitles = {
  general: 'resource:applications.tabs.general',
  sessions: 'resource:radius.tabs.sessions',
} as const

const contentOf = (key: (typeof tabKeys)[number], read: ReadProps['read']): ReactNode =>
  key === 'general' ? <General read={read} /> : <SessionList id={read.value.id} />

interface LoadedProps extends ReadProps {
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('resource')
  const { id, name, enabled } = read.value
  const status = enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <TabbedPage
      title={name}
      tag={
        <Tag label={text(`resource:applications.status.${status}`)} severity={severityOf(status)} />
      }
      actions={<RadiusActions application={read.value} />}
      base={radiusPath(id)}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label: text(tabTitles[key]),
        content: () => contentOf(key, read),
      }))}
    />
  )
}

/** One RADIUS application, with the connections that its clients account for. */
const RadiusPage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(radiusApplications, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default RadiusPage
