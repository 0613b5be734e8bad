import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { isLocale, type Locale } from '@signet/rules/locales'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useSession } from '../../../session/session-context.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { readWords, saveWords, subject, WordsForm } from './email-templates.queries.ts'

const useLabels = () => {
  const text = useText('customization')
  return {
    signature: text('customization:emailTemplates.words.signature'),
    support: text('customization:emailTemplates.words.support'),
    footer: text('customization:emailTemplates.words.footer'),
  }
}

type Read = Awaited<ReturnType<typeof readWords>>

const Words = ({ read, onSaved }: { readonly read: Read; readonly onSaved: () => void }) => {
  const text = useText('customization')
  const labels = useLabels()
  const hint = (name: keyof typeof labels): string =>
    text('customization:emailTemplates.words.hint', { words: read.brought[name] })
  return (
    <EntityForm
      schema={WordsForm}
      initial={read}
      save={saveWords}
      reload={() => readWords(read.value.locale)}
      onSaved={onSaved}
      labels={labels}
    >
      <FormText name="signature" label={labels.signature} hint={hint('signature')} />
      <FormText name="support" label={labels.support} hint={hint('support')} />
      <FormText name="footer" label={labels.footer} hint={hint('footer')} />
    </EntityForm>
  )
}

const WordsOf = ({ locale }: { readonly locale: Locale }) => {
  const text = useText()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [subject, 'words', locale],
    queryFn: ({ signal }) => readWords(locale, signal),
    gcTime: 0,
  })
  const handleSaved = (): void => {
    showMessage(text('common:form.saved'))
    void client.invalidateQueries({ queryKey: [subject] })
  }
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <QueryView query={query}>
        {(read) => <Words key={`${locale} ${read.etag}`} read={read} onSaved={handleSaved} />}
      </QueryView>
    </Paper>
  )
}

/** What every mail of a language says: signature, whom to ask, last line. */
const EmailWordsPage = () => {
  const text = useText('customization')
  const [search, setSearch] = useSearchParams()
  const { defaultLocale } = useSession().theme
  const wished = search.get('locale') ?? defaultLocale
  const locale = isLocale(wished) ? wished : 'en'
  return (
    <ToolPage
      title={text('common:pages.emailWords')}
      detail={text('customization:emailTemplates.words.description')}
    >
      <Box sx={{ maxWidth: 280, mb: 2 }}>
        <SelectInput
          label={text('customization:emailTemplates.language')}
          value={locale}
          options={useLanguages()}
          onChange={(chosen) => setSearch({ locale: chosen }, { replace: true })}
        />
      </Box>
      <WordsOf locale={locale} />
    </ToolPage>
  )
}

export default EmailWordsPage
