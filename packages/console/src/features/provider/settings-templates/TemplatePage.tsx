import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { type PageTab, TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { DriftTab } from './DriftTab.tsx'
import { PlanTab } from './PlanTab.tsx'
import { RolloutsTab } from './RolloutsTab.tsx'
import { useFieldName, useShownValue } from './setting-words.ts'
import {
  type TemplateDetail,
  templatePath,
  templates,
  templatesPath,
} from './settings-templates.queries.ts'
import { TemplateFields, useTemplateLabels } from './TemplateFields.tsx'
import { TenantsTab } from './TenantsTab.tsx'
import { formOf, templateFields, templateForm } from './template-form.ts'

interface ReadProps {
  readonly read: Tagged<TemplateDetail>
}

/** With what is inherited. */
const Effective = ({ values }: { readonly values: TemplateDetail['effectiveValues'] }) => {
  const text = useText('serviceProvider')
  const nameOf = useFieldName()
  const shown = useShownValue()
  const all: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = values
  const facts = templateFields.flatMap((each) => {
    const value = all[each.family]?.[each.field]
    return value === undefined ? [] : [{ label: nameOf(each), value: shown(each, value) }]
  })
  return (
    <Section
      title={text('serviceProvider:settingsTemplates.effective')}
      description={text('serviceProvider:settingsTemplates.effectiveText')}
    >
      <Facts facts={facts} />
    </Section>
  )
}

const Settings = ({ read }: ReadProps) => {
  const text = useText('serviceProvider')
  const weaker = text('serviceProvider:settingsTemplates.weaker')
  const schema = useMemo(() => templateForm(weaker), [weaker])
  const labels = useTemplateLabels()
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  return (
    <>
      <Effective values={read.value.effectiveValues} />
      <Section title={text('serviceProvider:settingsTemplates.settings')}>
        <EditForm
          entity={templates}
          {...{ schema, labels, read, formOf }}
          isReadOnly={!mayEdit}
          saved={({ name }) => text('serviceProvider:settingsTemplates.saved', { name })}
        >
          <TemplateFields id={read.value.id} />
        </EditForm>
      </Section>
    </>
  )
}

const useTabs = (read: Tagged<TemplateDetail>): readonly PageTab[] => {
  const text = useText('serviceProvider')
  const { id } = read.value
  const tab = (key: 'settings' | 'tenants' | 'plan' | 'rollouts' | 'drift') => ({
    key,
    label: text(`serviceProvider:settingsTemplates.${key}`),
  })
  return [
    { ...tab('settings'), content: () => <Settings read={read} /> },
    { ...tab('tenants'), content: () => <TenantsTab id={id} /> },
    { ...tab('plan'), content: () => <PlanTab id={id} /> },
    { ...tab('rollouts'), content: () => <RolloutsTab id={id} /> },
    { ...tab('drift'), content: () => <DriftTab id={id} /> },
  ]
}

const Loaded = ({ read, tab }: ReadProps & { readonly tab: string | undefined }) => {
  const text = useText('serviceProvider')
  const { id, name } = read.value
  return (
    <TabbedPage
      title={name}
      actions={
        <DeletionMenu
          entity={templates}
          id={id}
          name={name}
          needs={['TENANTS', 'REMOVE']}
          texts={{
            title: text('serviceProvider:settingsTemplates.deletes.title'),
            action: text('serviceProvider:settingsTemplates.deletes.action'),
            text: text('serviceProvider:settingsTemplates.deletes.text', { name }),
            done: text('serviceProvider:settingsTemplates.deletes.done', { name }),
          }}
          listPath={templatesPath}
        />
      }
      base={templatePath(id)}
      tab={tab}
      tabs={useTabs(read)}
    />
  )
}

/** One template: its settings, its tenants, what a rollout would change, rollouts and drift. */
const TemplatePage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(templates, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default TemplatePage
