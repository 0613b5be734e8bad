import {
  copyToOtherSide,
  duplicate,
  group,
  remove,
  setLayer,
  setLocked,
  ungroup,
} from '@signet/card/commands/arrange'
import type { Command } from '@signet/card/commands/command'
import { align, distribute, move } from '@signet/card/commands/place'
import { type Action, type DesignerState, newIdFor, shapesOf } from './state.ts'

const commandNames = [
  'undo',
  'redo',
  'duplicate',
  'remove',
  'group',
  'ungroup',
  'lock',
  'unlock',
  'toFront',
  'forward',
  'backward',
  'toBack',
  'copyToOtherSide',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeAcross',
  'distributeDown',
] as const
type CommandName = (typeof commandNames)[number]

/** Something that the designer does: its key, when it applies, what it comes to. */
export interface DesignerCommand {
  readonly name: CommandName
  /** `mod` is Control, or Command on a Mac. */
  readonly shortcut: string | null
  readonly applies: (state: DesignerState) => boolean
  readonly action: (state: DesignerState) => Action
}

const some = ({ ids }: DesignerState): boolean => ids.size > 0
const atLeast =
  (count: number) =>
  ({ ids }: DesignerState): boolean =>
    ids.size >= count

const made = (
  name: CommandName,
  shortcut: string | null,
  perform: (state: DesignerState) => Command,
): DesignerCommand => ({
  name,
  shortcut,
  applies: some,
  action: (state) => ({ type: 'perform', name, command: perform(state) }),
})

const fresh =
  ({ history }: DesignerState) =>
  () =>
    newIdFor(history.design)

const isLocked = (state: DesignerState): boolean =>
  shapesOf(state).some(({ id, locked }) => locked && state.ids.has(id))

export const commands: readonly DesignerCommand[] = [
  {
    name: 'undo',
    shortcut: 'mod+z',
    applies: ({ history }) => history.done.length > 0,
    action: () => ({ type: 'undo' }),
  },
  {
    name: 'redo',
    shortcut: 'mod+y',
    applies: ({ history }) => history.undone.length > 0,
    action: () => ({ type: 'redo' }),
  },
  made('duplicate', 'mod+d', (state) => duplicate(fresh(state))),
  made('remove', 'delete', () => remove),
  { ...made('group', 'mod+g', (state) => group(fresh(state)())), applies: atLeast(2) },
  made('ungroup', 'mod+shift+g', () => ungroup),
  { ...made('lock', 'mod+l', () => setLocked(true)), applies: (s) => some(s) && !isLocked(s) },
  { ...made('unlock', 'mod+shift+l', () => setLocked(false)), applies: isLocked },
  made('toFront', 'mod+shift+]', () => setLayer('FRONT')),
  made('forward', 'mod+]', () => setLayer('FORWARD')),
  made('backward', 'mod+[', () => setLayer('BACKWARD')),
  made('toBack', 'mod+shift+[', () => setLayer('BACK')),
  {
    ...made('copyToOtherSide', null, (state) => copyToOtherSide(fresh(state))),
    applies: (state) => some(state) && state.history.design.back !== null,
  },
  made('alignLeft', null, () => align('LEFT')),
  made('alignCenter', null, () => align('CENTER')),
  made('alignRight', null, () => align('RIGHT')),
  made('alignTop', null, () => align('TOP')),
  made('alignMiddle', null, () => align('MIDDLE')),
  made('alignBottom', null, () => align('BOTTOM')),
  { ...made('distributeAcross', null, () => distribute('x')), applies: atLeast(3) },
  { ...made('distributeDown', null, () => distribute('y')), applies: atLeast(3) },
]

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A tenth of a millimetre; a millimetre with Shift. */
const nudgeMm = { fine: 0.1, coarse: 1 } as const

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

const shortcutOf = ({ key, ctrlKey, metaKey, shiftKey }: Pressed): string =>
  [ctrlKey || metaKey ? 'mod' : '', shiftKey ? 'shift' : '', key.toLowerCase()]
    .filter((part) => part !== '')
    .join('+')

/** What a key comes to on the canvas; null where it is none of the designer’s. */
export const actionOfKey = (pressed: Pressed, state: DesignerState): Action | null => {
  const arrow = arrows[pressed.key]
  if (arrow !== undefined && some(state)) {
    const step = pressed.shiftKey ? nudgeMm.coarse : nudgeMm.fine
    const command = move(arrow[0] * step, arrow[1] * step)
    return { type: 'perform', name: 'nudge', command }
  }
  const shortcut = shortcutOf(pressed)
  if (shortcut === 'mod+a') return { type: 'chooseAll' }
  if (shortcut === 'escape') return { type: 'chooseNone' }
  const wanted = shortcut === 'backspace' ? 'delete' : shortcut
  const command = commands.find((each) => each.shortcut === wanted && each.applies(state))
  return command?.action(state) ?? null
}
