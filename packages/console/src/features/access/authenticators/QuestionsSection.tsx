import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type OwnAuthenticators, useOwnDeeds } from './authenticators.queries.ts'
import type { Deed } from './deeds.ts'
import { QuestionsDialog } from './QuestionsDialog.tsx'

interface QuestionsSectionProps {
  readonly status: OwnAuthenticators['kba']
  readonly onDeed: (deed: Deed) => void
}

/** The questions I have answered; my answers nobody sees again, nor do I. */
export const QuestionsSection = ({ status, onDeed }: QuestionsSectionProps) => {
  const text = useText('userPortal')
  const { removeQuestions } = useOwnDeeds()
  const [isOpen, setIsOpen] = useState(false)
  const { state, userQuestions } = status
  const isNone = userQuestions.length === 0
  if (state === 'INACTIVE' && isNone) return null
  const name = text('userPortal:questions.title')
  return (
    <Section
      title={name}
      description={text('userPortal:questions.text')}
      actions={
        <span>
          {!isNone && (
            <Button
              kind="plain"
              onClick={() => onDeed({ kind: 'remove', name, run: removeQuestions })}
            >
              {text('userPortal:authenticators.remove.action')}
            </Button>
          )}
          {state === 'ACTIVE' && (
            <Button onClick={() => setIsOpen(true)}>{text('userPortal:questions.set')}</Button>
          )}
        </span>
      }
    >
      <ItemList empty={text('userPortal:questions.none')}>
        {userQuestions.map(({ id, question }) => (
          <Item key={id} title={question} />
        ))}
      </ItemList>
      {isOpen && <QuestionsDialog status={status} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
