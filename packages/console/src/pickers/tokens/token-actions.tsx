import { type ComponentType, type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { useMay } from '../../session/session-context.tsx'
import type { MenuAction } from '../../ui/ActionMenu.tsx'
import { AssignTokenDialog } from './AssignTokenDialog.tsx'
import { ConfirmTokenDialog } from './ConfirmTokenDialog.tsx'
import { PinDialog } from './PinDialog.tsx'
import { SynchroniseTokenDialog } from './SynchroniseTokenDialog.tsx'
import { type AskedDeed, TokenQuestion } from './TokenQuestion.tsx'
import { showsCodes, type TokenAtHand, useTokenDeeds } from './token-deeds.ts'
import { UnlockTokenDialog } from './UnlockTokenDialog.tsx'

interface DialogProps {
  readonly token: TokenAtHand
  readonly onClose: () => void
}

const UnlockDialog = ({ token, onClose }: DialogProps) => {
  const text = useText('resource')
  const { unlock } = useTokenDeeds()
  const texts = {
    title: text('resource:tokens.unlock.title', { serial: token.serialNumber }),
    action: text('resource:tokens.unlock.action'),
    about: text('resource:tokens.unlock.text'),
    number: text('resource:tokens.unlock.number'),
    numberHint: text('resource:tokens.unlock.numberHint'),
    done: text('resource:tokens.unlock.done'),
    answer: text('resource:tokens.unlock.answer'),
  }
  const run = async (number: string) => (await unlock(token.id, number)).unlockResponse
  return <UnlockTokenDialog texts={texts} unlock={run} onClose={onClose} />
}

/** Deeds that want something typed, each with its dialog. */
const dialogs = {
  assign: AssignTokenDialog,
  confirm: ConfirmTokenDialog,
  synchronise: SynchroniseTokenDialog,
  unlock: UnlockDialog,
  pin: PinDialog,
} as const satisfies Readonly<Record<string, ComponentType<DialogProps>>>

type TokenDeed = keyof typeof dialogs | AskedDeed

interface Asked {
  readonly token: TokenAtHand
  readonly deed: TokenDeed
}

/** Which deeds a hardware token takes as it stands. */
const deedsOf = (token: TokenAtHand): readonly TokenDeed[] => {
  if (token.state === 'UNASSIGNED') return ['assign', 'pin']
  const isOn = token.state === 'ACTIVE'
  return [
    ...(token.state === 'NEW' ? (['confirm'] as const) : []),
    ...(isOn && showsCodes(token) ? (['synchronise'] as const) : []),
    'unlock',
    'pin',
    ...(isOn ? (['switchOff'] as const) : []),
    'unassign',
  ]
}

const isAsked = (deed: TokenDeed): deed is AskedDeed => !Object.hasOwn(dialogs, deed)

const dialogOf = (
  { token, deed }: Asked,
  onClose: () => void,
  onRemoved?: () => void,
): ReactNode => {
  if (isAsked(deed)) {
    const onDone = deed === 'remove' ? onRemoved : undefined
    return <TokenQuestion {...{ token, deed, onDone, onClose }} />
  }
  const Dialog = dialogs[deed]
  return <Dialog {...{ token, onClose }} />
}

/** What can be done with a hardware token, and the dialogs that ask. */
export const useTokenActions = (onRemoved?: () => void) => {
  const text = useText('resource')
  const may = useMay()
  const { change } = useTokenDeeds()
  const [asked, setAsked] = useState<Asked | null>(null)
  const actionsOf = (token: TokenAtHand): readonly MenuAction[] => {
    const item = (deed: TokenDeed): MenuAction => ({
      label: text(`resource:tokens.${deed}.action`),
      isDestructive: deed === 'remove',
      onSelect: () => setAsked({ token, deed }),
    })
    const on: MenuAction = {
      label: text('resource:tokens.switchOn'),
      onSelect: () =>
        void change(token.id, 'ACTIVE').then(() => showMessage(text('common:form.saved'))),
    }
    return [
      ...(may(['TOKENS', 'EDIT'])
        ? [...(token.state === 'INACTIVE' ? [on] : []), ...deedsOf(token).map(item)]
        : []),
      ...(may(['TOKENS', 'REMOVE']) ? [item('remove')] : []),
    ]
  }
  const dialog = asked === null ? null : dialogOf(asked, () => setAsked(null), onRemoved)
  return { actionsOf, dialog }
}
