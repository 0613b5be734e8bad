import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { useMailState } from './mail-state.queries.ts'

/** Says after an action what became of its email: queued, or not sent without a server. */
export const useMailToast = () => {
  const text = useText('dashboard')
  const isMissing = useMailState()?.source === 'NONE'
  const notSent = (): void => showMessage(text('dashboard:mail.notSent'), { icon: 'warning' })
  return {
    isMissing,
    notSent,
    /** For an email to the user of this name. */
    toUser: (name: string): void =>
      isMissing ? notSent() : showMessage(text('dashboard:mail.queued', { name })),
  }
}
