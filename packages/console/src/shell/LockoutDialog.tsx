import { ConfirmAction } from '../kit/ConfirmAction.tsx'
import { useText } from '../lib/i18n.ts'
import { lockoutQuestion } from '../lib/lockout.ts'
import { fieldFailure } from '../lib/show-failure.ts'
import { useStore } from '../lib/store.ts'
import { useSession } from '../session/session-context.tsx'

/** Asks whoever is about to lock themselves or all administrators out for their own user id. */
const LockoutDialog = () => {
  const text = useText('settings')
  const question = useStore(lockoutQuestion)
  const { userId } = useSession().user
  if (question === null) return null
  const answer = (typed: string | null): void => {
    lockoutQuestion.set(null)
    question.answer(typed)
  }
  return (
    <ConfirmAction
      title={text('settings:guessing.lockout.title')}
      confirmLabel={text('settings:guessing.lockout.accept')}
      typed={userId}
      isDestructive
      onConfirm={async () => answer(userId)}
      onClose={() => answer(null)}
    >
      {fieldFailure(question.error)} {text('settings:guessing.lockout.text')}
    </ConfirmAction>
  )
}

export default LockoutDialog
