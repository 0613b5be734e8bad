import { isLocale } from '@signet/rules/locales'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { pathOf, type Summary, templatesQuery } from './email-templates.queries.ts'

const useColumns = (): readonly TableColumn<Summary>[] => {
  const text = useText('customization')
  const languages = new Map(useLanguages().map(({ value, label }) => [String(value), label]))
  const title = (key: 'kind' | 'subject' | 'written') => ({
    key,
    title: text(`customization:emailTemplates.columns.${key}`),
  })
  return [
    {
      ...title('kind'),
      minWidth: 200,
      render: ({ type }) => text(`customization:emailTemplates.types.${type}`),
    },
    { ...title('subject'), share: 1.6, minWidth: 240, render: ({ subject }) => subject },
    {
      ...title('written'),
      render: ({ customized }) =>
        customized.map(({ locale }) => languages.get(locale) ?? locale).join(', ') || '–',
    },
  ]
}

const tools = exportTool({
  list: 'emailtemplates',
  ids: async (request) => {
    const { signal } = new AbortController()
    return (await templatesQuery(request).queryFn({ signal })).results.map(({ type }) => type)
  },
  fields: { kind: ['type'], subject: ['subject'], written: ['customized'] },
})

/** Every kind of mail. */
const EmailTemplatesPage = () => {
  const text = useText('customization')
  const { defaultLocale } = useSession().theme
  const locale = isLocale(defaultLocale) ? defaultLocale : 'en'
  const written = [
    { value: 'yes', label: text('customization:emailTemplates.filters.yes') },
    { value: 'no', label: text('customization:emailTemplates.filters.no') },
  ]
  return (
    <ListPage<Summary>
      title={text('common:pages.emailTemplates')}
      query={templatesQuery}
      views="emailtemplates"
      tools={tools}
      rowId={({ type }) => type}
      rowName={({ subject }) => subject}
      rowLink={({ type }) => pathOf({ type, locale })}
      columns={useColumns()}
      filters={[
        {
          key: 'written',
          label: text('customization:emailTemplates.columns.written'),
          options: written,
        },
      ]}
      searchLabel={text('customization:emailTemplates.search')}
      actions={
        <Button to="/emailTemplates/words">
          {text('customization:emailTemplates.words.open')}
        </Button>
      }
      empty={{
        title: text('customization:emailTemplates.empty'),
        text: text('customization:emailTemplates.emptyText'),
      }}
    />
  )
}

export default EmailTemplatesPage
