import { freeId, together } from '@signet/card/commands/arrange'
import type { Chosen, Command } from '@signet/card/commands/command'
import type { Design, Shape, SideName } from '@signet/card/document'
import { begin, changed, type History, redo, undo } from '@signet/card/history'

/** The designer’s own state: what is edited, which side is seen, what is chosen on it. */
export interface DesignerState {
  readonly history: History
  readonly side: SideName
  readonly ids: ReadonlySet<string>
}

export type Action =
  | { readonly type: 'perform'; readonly name: string; readonly command: Command }
  | { readonly type: 'add'; readonly shape: Shape }
  | { readonly type: 'choose'; readonly id: string; readonly isAdded: boolean }
  | { readonly type: 'chooseAll' | 'chooseNone' | 'undo' | 'redo' }
  | { readonly type: 'side'; readonly side: SideName }

export const start = (design: Design): DesignerState => ({
  history: begin(design),
  side: 'front',
  ids: new Set(),
})

export const shapesOf = ({ history, side }: DesignerState): readonly Shape[] =>
  history.design[side]?.shapes ?? []

export const chosenOf = ({ side, ids }: DesignerState): Chosen => ({ side, ids })

/** What is chosen and still there. */
const kept = (state: DesignerState): DesignerState => {
  const there = new Set(shapesOf(state).map(({ id }) => id))
  const side = state.history.design[state.side] === null ? 'front' : state.side
  return { ...state, side, ids: new Set([...state.ids].filter((id) => there.has(id))) }
}

const chosenWith = (state: DesignerState, id: string, isAdded: boolean): ReadonlySet<string> => {
  const ids = together(shapesOf(state), id)
  if (!isAdded) return new Set(ids)
  return state.ids.has(id)
    ? new Set([...state.ids].filter((each) => !ids.includes(each)))
    : new Set([...state.ids, ...ids])
}

const performed = (state: DesignerState, name: string, command: Command): DesignerState => {
  const design = command(state.history.design, chosenOf(state))
  return kept({ ...state, history: changed(state.history, name, design) })
}

export const reduce = (state: DesignerState, action: Action): DesignerState => {
  switch (action.type) {
    case 'perform':
      return performed(state, action.name, action.command)
    case 'add': {
      const added = performed(state, 'add', (design, { side }) => {
        const old = design[side]
        return old === null
          ? design
          : { ...design, [side]: { ...old, shapes: [...old.shapes, action.shape] } }
      })
      return { ...added, ids: new Set([action.shape.id]) }
    }
    case 'choose':
      return { ...state, ids: chosenWith(state, action.id, action.isAdded) }
    case 'chooseAll':
      return { ...state, ids: new Set(shapesOf(state).map(({ id }) => id)) }
    case 'chooseNone':
      return { ...state, ids: new Set() }
    case 'side':
      return { ...state, side: action.side, ids: new Set() }
    case 'undo':
      return kept({ ...state, history: undo(state.history) })
    case 'redo':
      return kept({ ...state, history: redo(state.history) })
  }
}

export const newIdFor = (design: Design): string => freeId(design, Math.random)
