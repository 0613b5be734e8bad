import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AgentActions } from './AgentActions.tsx'
import { AgentFields, AgentForm, formOf, useAgentLabels } from './agent-form.tsx'
import { type Agent, agents } from './radius-agents.queries.ts'

interface ReadProps {
  readonly read: Tagged<Agent>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const labels = useAgentLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={agents}
      {...{ read, formOf }}
      schema={AgentForm}
      labels={labels}
      saved={() => text('resource:radius.agents.saved', { name })}
    >
      <AgentFields />
    </EditForm>
  )
}

const faultReasons = [
  'MESSAGE_AUTHENTICATOR_MISSING',
  'WRONG_SHARED_SECRET',
  'METHOD_NOT_SUPPORTED',
  'ADDRESS_NOT_ALLOWED',
] as const

/** A newer agent may name what this console does not know. */
const faultOf = (reason: string) => faultReasons.find((known) => known === reason) ?? 'OTHER'

const Standing = ({ agent }: { readonly agent: Agent }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const { lastSeenAt, version, formerCredentialUntil } = agent
  return (
    <Facts
      facts={[
        {
          label: text('resource:radius.agents.lastSeen'),
          value: lastSeenAt === null ? text('resource:radius.agents.never') : date(lastSeenAt),
        },
        { label: text('resource:radius.agents.version'), value: version ?? '' },
        {
          label: text('resource:radius.agents.former'),
          value: formerCredentialUntil === null ? '' : date(formerCredentialUntil),
        },
      ]}
    />
  )
}

/** Requests that the agent did not pass on, for an administrator to put a client right. */
const Faults = ({ agent }: { readonly agent: Agent }) => {
  const text = useText('resource')
  const { date } = useFormats()
  return (
    <Facts
      facts={agent.faults.map(({ reason, application, clientAddress, count, lastAt }) => ({
        label: text(`resource:radius.agents.faults.${faultOf(reason)}`),
        value: text('resource:radius.agents.faults.where', {
          application: application ?? '?',
          address: clientAddress,
          count,
          at: date(lastAt),
        }),
      }))}
    />
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('resource')
  const labels = useAgentLabels()
  const mayEdit = useMay()(['AGENTS', 'EDIT'])
  const { name, description } = read.value
  return (
    <DetailsPage title={name} actions={<AgentActions agent={read.value} />}>
      <Section title={text('resource:applications.sections.general')}>
        {mayEdit ? (
          <Editor read={read} />
        ) : (
          <Facts facts={[{ label: labels.description, value: description }]} />
        )}
      </Section>
      <Section title={text('resource:apiApplications.sections.standing')}>
        <Standing agent={read.value} />
      </Section>
      {read.value.faults.length > 0 && (
        <Section title={text('resource:radius.agents.faults.title')}>
          <Faults agent={read.value} />
        </Section>
      )}
    </DetailsPage>
  )
}

/** One agent: what it may, and when it was last heard of. */
const RadiusAgentPage = () => {
  const { agentId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(agents, agentId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default RadiusAgentPage
