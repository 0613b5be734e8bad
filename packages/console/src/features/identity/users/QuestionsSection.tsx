import Typography from '@mui/material/Typography'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'

/** What an administrator does with the questions. */
const useActions = ({ name, deeds, ask }: SectionProps): readonly MenuAction[] => {
  const text = useText('members')
  const removal = useRemoval(name)
  const title = text('members:users.authenticators.questions.title')
  const askOthers = text('members:users.authenticators.questions.askOthers')
  const others = {
    title: askOthers,
    text: text('members:users.authenticators.questions.askOthersText', { name }),
    confirmLabel: askOthers,
    done: text('members:users.authenticators.questions.done', { name }),
    isDestructive: false,
    run: deeds.askOthers,
  }
  return [
    { label: askOthers, onSelect: () => ask(others) },
    {
      label: text('members:users.authenticators.remove'),
      isDestructive: true,
      onSelect: () => ask(removal(title, deeds.removeQuestions)),
    },
  ]
}

/** How many questions the user has answered; what the answers are nobody sees. */
export const QuestionsSection = (props: SectionProps) => {
  const text = useText('members')
  const actions = useActions(props)
  const { state, userQuestions } = props.found.kba
  const count = userQuestions.length
  const title = text('members:users.authenticators.questions.title')
  if (state === 'INACTIVE' && count === 0) return null
  const menu = props.mayEdit && count > 0 && (
    <ActionMenu label={text('common:list.rowActions', { name: title })} actions={actions} />
  )
  return (
    <Section title={title} actions={menu}>
      <Typography variant="body2">
        {count === 0
          ? text('members:users.authenticators.questions.none')
          : text('members:users.authenticators.questions.count', { count })}
      </Typography>
      {state === 'INACTIVE' && (
        <Typography variant="body2">
          {text('members:users.authenticators.questions.inactive')}
        </Typography>
      )}
    </Section>
  )
}
