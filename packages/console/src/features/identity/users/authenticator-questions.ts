import { useText } from '../../../lib/i18n.ts'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import type { Question, SectionProps } from './authenticator-deeds.ts'

/** Asks before something is taken from the user of this name. */
export const useRemoval = (name: string) => {
  const text = useText('members')
  return (what: string, run: Question['run']): Question => ({
    title: text('members:users.authenticators.removeTitle', { what }),
    text: text('members:users.authenticators.removeText', { what, name }),
    confirmLabel: text('members:users.authenticators.remove'),
    done: text('members:users.authenticators.removed', { what }),
    isDestructive: true,
    run,
  })
}

interface Switched {
  readonly what: string
  readonly state: string
  readonly to: (state: 'ACTIVE' | 'INACTIVE') => Promise<unknown>
}

/** Switching on happens at once; switching off can lock somebody out, and asks. */
export const useSwitch = ({ name, ask }: Pick<SectionProps, 'name' | 'ask'>) => {
  const text = useText('members')
  return ({ what, state, to }: Switched): MenuAction => {
    if (state !== 'ACTIVE') {
      const label = text('members:users.authenticators.switch.ACTIVE')
      return { label, onSelect: () => void to('ACTIVE') }
    }
    const label = text('members:users.authenticators.switch.INACTIVE')
    const question: Question = {
      title: text('members:users.authenticators.switchOffTitle', { what }),
      text: text('members:users.authenticators.switchOffText', { name }),
      confirmLabel: label,
      done: text('members:users.authenticators.switchedOff', { what }),
      isDestructive: false,
      run: () => to('INACTIVE'),
    }
    return { label, onSelect: () => ask(question) }
  }
}
