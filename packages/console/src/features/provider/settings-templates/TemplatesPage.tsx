import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import {
  type TemplateRow,
  templatePath,
  templatesPath,
  templatesQuery,
} from './settings-templates.queries.ts'

const rowLink = ({ id }: TemplateRow): string => templatePath(id)

const useColumns = () => {
  const text = useText('serviceProvider')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('serviceProvider:settingsTemplates.name'),
        minWidth: 180,
        render: rowName,
      },
      {
        key: 'description',
        title: text('serviceProvider:settingsTemplates.description'),
        minWidth: 220,
        render: ({ description }: TemplateRow) => description || '–',
      },
      timeColumn(
        { key: 'updated', title: text('serviceProvider:settingsTemplates.changedAt') },
        ({ updatedAt }: TemplateRow) => updatedAt,
      ),
    ],
    [text, timeColumn],
  )
}

/** Settings that this provider rolls out to its tenants. */
const TemplatesPage = () => {
  const text = useText('serviceProvider')
  const add = useAddButton(
    ['TENANTS', 'ADD'],
    `${templatesPath}/add`,
    text('common:pages.addSettingsTemplate'),
  )
  return (
    <ListPage<TemplateRow>
      title={text('common:pages.settingsTemplates')}
      query={templatesQuery}
      columns={useColumns()}
      searchLabel={text('serviceProvider:settingsTemplates.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('serviceProvider:settingsTemplates.empty'),
        text: text('serviceProvider:settingsTemplates.text'),
        actions: add,
      }}
    />
  )
}

export default TemplatesPage
