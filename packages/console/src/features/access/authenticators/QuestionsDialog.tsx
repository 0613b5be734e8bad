import Stack from '@mui/material/Stack'
import { answerFault, normaliseAnswer } from '@signet/rules/answers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useSession } from '../../../session/session-context.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import {
  type OwnAuthenticators,
  offeredQuestionsQuery,
  useOwnDeeds,
} from './authenticators.queries.ts'

type Status = OwnAuthenticators['kba']

interface Row {
  /** Of a question that is offered, or `own`; empty for the one shown first. */
  readonly chosen: string
  readonly own: string
  readonly answer: string
}

type Offered = readonly { readonly id: string; readonly question: string }[]
const emptyRow: Row = { chosen: '', own: '', answer: '' }

/** Each row begins with another question that is offered; past them, with one's own. */
const filled = (rows: readonly Row[], offered: Offered): readonly Row[] =>
  rows.map((row, index) =>
    row.chosen === '' ? { ...row, chosen: offered[index]?.id ?? 'own' } : row,
  )

const wordsOf = ({ chosen, own }: Row, offered: Offered): string =>
  chosen === 'own' ? own : (offered.find(({ id }) => id === chosen)?.question ?? '')

interface RowProps {
  readonly number: number
  readonly row: Row
  readonly isRefused: boolean
  readonly offered: Offered
  readonly ownQuestions: boolean
  readonly onChange: (row: Row) => void
}

const QuestionRow = ({ number, row, isRefused, offered, ownQuestions, onChange }: RowProps) => {
  const text = useText('userPortal')
  const label = text('userPortal:questions.question', { number })
  const own = { value: 'own', label: text('userPortal:questions.own') }
  const options = [
    ...offered.map(({ id, question }) => ({ value: id, label: question })),
    ...(ownQuestions ? [own] : []),
  ]
  return (
    <Stack spacing={1}>
      {offered.length > 0 && (
        <SelectInput
          label={label}
          options={options}
          value={row.chosen}
          onChange={(chosen) => onChange({ ...row, chosen })}
        />
      )}
      {row.chosen === 'own' && (
        <TextInput
          label={offered.length === 0 ? label : own.label}
          value={row.own}
          onChange={(words) => onChange({ ...row, own: words })}
          maxLength={200}
        />
      )}
      <TextInput
        label={text('userPortal:questions.answer', { number })}
        value={row.answer}
        onChange={(answer) => onChange({ ...row, answer })}
        {...(isRefused ? { error: text('userPortal:questions.refused') } : {})}
        autoComplete="off"
        maxLength={100}
      />
    </Stack>
  )
}

/** Which rows the service would refuse: by its own rules. */
const useJudged = (rows: readonly Row[], offered: Offered, minimumLength: number) => {
  const { user } = useSession()
  const answers = rows.map(({ answer }) => normaliseAnswer(answer))
  return rows.map((row, index) => {
    if (row.answer.trim() === '') return false
    const asked = { question: wordsOf(row, offered), userId: user.userId, minimumLength }
    return answerFault(row.answer, asked) !== null || answers.indexOf(answers[index] ?? '') < index
  })
}

interface QuestionsDialogProps {
  readonly status: OwnAuthenticators['kba']
  readonly onClose: () => void
}

/** What is typed, whether it would be taken, and how it is sent. */
const useRows = ({ minimumNumberOfQuestions, minimumAnswerLength }: Status) => {
  const { data, isSuccess } = useQuery(offeredQuestionsQuery)
  const offered = data ?? []
  const [typed, setRows] = useState<readonly Row[]>(() =>
    Array.from({ length: minimumNumberOfQuestions }, () => emptyRow),
  )
  const rows = filled(typed, offered)
  const refused = useJudged(rows, offered, minimumAnswerLength)
  const questions = rows.map((row) => normaliseAnswer(wordsOf(row, offered)))
  const isComplete =
    isSuccess &&
    rows.every(({ answer }, index) => answer.trim() !== '' && questions[index] !== '') &&
    new Set(questions).size === rows.length &&
    !refused.includes(true)
  const change = (index: number, row: Row): void =>
    setRows(rows.map((each, place) => (place === index ? row : each)))
  const given = () =>
    rows.map(({ chosen, own, answer }) => ({
      ...(chosen === 'own' ? { question: own.trim() } : { questionId: chosen }),
      answer,
    }))
  // Until it is known what is offered, there is nothing to choose or to type.
  return { offered, rows: isSuccess ? rows : [], refused, isComplete, change, given }
}

interface QuestionsDialogProps {
  readonly status: Status
  readonly onClose: () => void
}

/** As many questions as are needed, each with its answer: they take the place of former ones. */
export const QuestionsDialog = ({ status, onClose }: QuestionsDialogProps) => {
  const text = useText('userPortal')
  const { setQuestions } = useOwnDeeds()
  const { offered, rows, refused, isComplete, change, given } = useRows(status)
  const save = async (): Promise<void> => {
    await setQuestions({ userQuestions: given() }, status.userQuestions.length === 0)
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('userPortal:questions.title')}
      confirmLabel={text('common:actions.save')}
      isIncomplete={!isComplete}
      onConfirm={save}
      onClose={onClose}
    >
      <Stack spacing={3}>
        <div>{text('userPortal:questions.hint')}</div>
        {rows.map((row, index) => (
          <QuestionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are as many as there are, in their order
            key={index}
            number={index + 1}
            row={row}
            isRefused={refused[index] === true}
            offered={offered}
            ownQuestions={status.ownQuestions}
            onChange={(changed) => change(index, changed)}
          />
        ))}
      </Stack>
    </ConfirmAction>
  )
}
