import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { isLocale } from '@signet/rules/locales'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { kbaQuestionsQuery, useQuestionDeeds } from './kba-questions.queries.ts'

/** What is asked about: a question that is there, or a new one (empty id). */
interface Subject {
  readonly deed: 'write' | 'remove'
  readonly id: string
  readonly question: string
}

interface QuestionDialogProps {
  readonly subject: Subject
  readonly deeds: ReturnType<typeof useQuestionDeeds>
  readonly onClose: () => void
}

const WriteDialog = ({ subject, deeds, onClose }: QuestionDialogProps) => {
  const text = useText('settings')
  const [question, setQuestion] = useState(subject.question)
  const written = question.trim()
  const label = text(subject.id === '' ? 'settings:kba.add' : 'settings:kba.change')
  return (
    <ConfirmAction
      title={label}
      confirmLabel={text('common:actions.save')}
      isIncomplete={written === ''}
      onConfirm={() => (subject.id === '' ? deeds.add(written) : deeds.change(subject.id, written))}
      onClose={onClose}
    >
      <TextInput
        label={text('settings:kba.question')}
        value={question}
        onChange={setQuestion}
        maxLength={200}
        autoFocus
      />
    </ConfirmAction>
  )
}

const RemoveDialog = ({ subject, deeds, onClose }: QuestionDialogProps) => {
  const text = useText('settings')
  return (
    <ConfirmAction
      title={subject.question}
      confirmLabel={text('settings:kba.remove')}
      isDestructive
      onConfirm={() => deeds.remove(subject.id)}
      onClose={onClose}
    >
      {text('settings:kba.removeText')}
    </ConfirmAction>
  )
}

interface OfferedProps {
  readonly questions: readonly { readonly id: string; readonly question: string }[]
  readonly mayEdit: boolean
  readonly onSubject: (subject: Subject) => void
}

const Offered = ({ questions, mayEdit, onSubject }: OfferedProps) => {
  const text = useText('settings')
  const actionsOf = (id: string, question: string) => [
    {
      label: text('settings:kba.change'),
      onSelect: () => onSubject({ deed: 'write', id, question }),
    },
    {
      label: text('settings:kba.remove'),
      isDestructive: true,
      onSelect: () => onSubject({ deed: 'remove', id, question }),
    },
  ]
  return (
    <ItemList empty={text('settings:kba.empty')}>
      {questions.map(({ id, question }) => (
        <Item
          key={id}
          title={question}
          actions={
            mayEdit && (
              <ActionMenu
                label={text('common:list.rowActions', { name: question })}
                actions={actionsOf(id, question)}
              />
            )
          }
        />
      ))}
    </ItemList>
  )
}

/** The questions that are offered, language by language. */
export const QuestionsTab = () => {
  const text = useText('settings')
  const [wanted, setLocale] = useState(useLocale())
  const locale = isLocale(wanted) ? wanted : 'en'
  const query = useQuery(kbaQuestionsQuery(locale))
  const deeds = useQuestionDeeds(locale)
  const [subject, setSubject] = useState<Subject | null>(null)
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const Dialog = subject?.deed === 'remove' ? RemoveDialog : WriteDialog
  const add = (
    <Button onClick={() => setSubject({ deed: 'write', id: '', question: '' })}>
      {text('settings:kba.add')}
    </Button>
  )
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <Stack spacing={2}>
        <SelectInput
          label={text('settings:kba.language')}
          options={useLanguages()}
          value={locale}
          onChange={setLocale}
        />
        <QueryView query={query}>
          {(questions) => <Offered {...{ questions, mayEdit }} onSubject={setSubject} />}
        </QueryView>
        {mayEdit && <div>{add}</div>}
      </Stack>
      {subject !== null && <Dialog {...{ subject, deeds }} onClose={() => setSubject(null)} />}
    </Paper>
  )
}
