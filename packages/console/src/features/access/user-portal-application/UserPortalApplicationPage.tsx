import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { ruleNameNow } from '../../../pickers/rules/rule-name.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import {
  type Portal,
  type PortalChange,
  PortalForm,
  portalQuery,
  readPortal,
  useSavePortal,
} from './user-portal-application.queries.ts'

interface ReadProps {
  readonly read: Tagged<Portal>
}

interface PortalProps {
  readonly portal: Portal
}

const versionOf = ({ value: { name, description, enabled }, etag }: Tagged<Portal>) => ({
  value: { name, description, enabled },
  etag,
})

const useName = () => {
  const text = useText('resource')
  return ({ name }: Pick<Portal, 'name'>): string =>
    name ?? text('resource:rules.resources.USER_PORTAL')
}

const useLabels = () => {
  const text = useText('resource')
  return {
    name: text('resource:portal.fields.name'),
    description: text('resource:portal.fields.description'),
    enabled: text('resource:portal.fields.enabled'),
  }
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const nameOf = useName()
  const labels = useLabels()
  const save = useSavePortal()
  return (
    <EntityForm
      key={read.etag}
      schema={PortalForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readPortal())}
      save={(body, etag) => save.mutateAsync({ body, etag })}
      onSaved={() => showMessage(text('resource:applications.saved', { name: nameOf(read.value) }))}
      isReadOnly={!useMay()(['APPLICATIONS', 'EDIT'])}
    >
      <FormText<PortalChange>
        name="name"
        label={labels.name}
        hint={text('resource:portal.hints.name')}
        maxLength={100}
        whenEmpty={null}
      />
      <FormText<PortalChange>
        name="description"
        label={labels.description}
        rows={2}
        maxLength={500}
      />
      <FormToggle<PortalChange>
        name="enabled"
        label={labels.enabled}
        hint={text('resource:portal.hints.enabled')}
      />
    </EntityForm>
  )
}

const Standing = ({ portal }: PortalProps) => {
  const text = useText('resource')
  const settings = (
    <Link component={RouterLink} to="/settings/userportal">
      {text('resource:portal.settings')}
    </Link>
  )
  return (
    <Facts
      facts={[
        { label: text('resource:portal.url'), value: <CopyText text={portal.url} /> },
        ...(useMay()(['SETTINGS', 'VIEW'])
          ? [{ label: text('resource:portal.shown'), value: settings }]
          : []),
      ]}
    />
  )
}

const Rules = ({ portal: { id, resourceRules } }: PortalProps) => {
  const text = useText('resource')
  const may = useMay()
  if (!may(['CONTEXTRULES', 'VIEW'])) return null
  const add = may(['CONTEXTRULES', 'ADD']) && (
    <Button to={`/rules/add/${id}`}>{text('resource:portal.addRule')}</Button>
  )
  return (
    <Section
      title={text('resource:portal.rules')}
      description={text('resource:portal.rulesText')}
      actions={add}
    >
      <ItemList empty={text('resource:portal.noRules')}>
        {resourceRules.map((rule) => (
          <Item
            key={rule.id}
            title={
              <Link component={RouterLink} to={`/rules/edit/${rule.id}`}>
                {ruleNameNow({ ...rule, resourceId: 'USER_PORTAL' })}
              </Link>
            }
            {...(rule.enabled
              ? {}
              : { tag: <Tag label={text('resource:portal.off')} severity="UNKNOWN" /> })}
          />
        ))}
      </ItemList>
    </Section>
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('resource')
  const nameOf = useName()
  const portal = read.value
  const status = portal.enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <DetailsPage
      title={nameOf(portal)}
      tag={
        <Tag label={text(`resource:applications.status.${status}`)} severity={severityOf(status)} />
      }
      detail={text('resource:portal.text')}
    >
      <Stack spacing={2}>
        <Section title={text('resource:applications.sections.general')}>
          <Editor read={read} />
        </Section>
        <Section title={text('resource:apiApplications.sections.standing')}>
          <Standing portal={portal} />
        </Section>
        <Rules portal={portal} />
      </Stack>
    </DetailsPage>
  )
}

/** The user portal as an application: its name, whether people may use it, and who judges them. */
const UserPortalApplicationPage = () => (
  <QueryView query={useQuery(portalQuery)} isPage>
    {(read) => <Loaded read={read} />}
  </QueryView>
)

export default UserPortalApplicationPage
