import { describe, expect, it } from 'vitest'
import { type Stateful, stateAfter, type TokenEvent, tokenEvents } from './token-states.ts'

const states = ['NEW', 'ACTIVATING', 'ACTIVE', 'INACTIVE', 'UNASSIGNED'] as const
type State = (typeof states)[number]
type Row = readonly [State, TokenEvent, State]

/** All that may happen; whatever is not here may not. */
const app: readonly Row[] = [
  ['NEW', 'START_ACTIVATION', 'ACTIVATING'],
  ['ACTIVATING', 'START_ACTIVATION', 'ACTIVATING'],
  ['ACTIVATING', 'COMPLETE_ACTIVATION', 'ACTIVE'],
  ['ACTIVE', 'ACTIVATE', 'ACTIVE'],
  ['ACTIVE', 'DEACTIVATE', 'INACTIVE'],
  ['INACTIVE', 'ACTIVATE', 'ACTIVE'],
  ['INACTIVE', 'DEACTIVATE', 'INACTIVE'],
]
const hardware: readonly Row[] = [
  ['UNASSIGNED', 'ASSIGN', 'ACTIVE'],
  ['UNASSIGNED', 'SEND', 'NEW'],
  ['NEW', 'RECEIVE', 'ACTIVE'],
  ['NEW', 'UNASSIGN', 'UNASSIGNED'],
  ['ACTIVE', 'ACTIVATE', 'ACTIVE'],
  ['ACTIVE', 'DEACTIVATE', 'INACTIVE'],
  ['ACTIVE', 'UNASSIGN', 'UNASSIGNED'],
  ['INACTIVE', 'ACTIVATE', 'ACTIVE'],
  ['INACTIVE', 'DEACTIVATE', 'INACTIVE'],
  ['INACTIVE', 'UNASSIGN', 'UNASSIGNED'],
]

const kinds: readonly (readonly [Stateful['type'], readonly Row[]])[] = [
  ['GOOGLE_AUTHENTICATOR', app],
  ['ENTRUST_SOFT_TOKEN', app],
  ['OATH_PHYSICAL_TOKEN', hardware],
]

describe.each(kinds)('%s', (type, table) => {
  it.each(states.flatMap((state) => tokenEvents.map((event) => [state, event] as const)))(
    'from %s by %s',
    (state, event) => {
      const row = table.find(([from, by]) => from === state && by === event)
      expect(stateAfter({ type, state }, event)).toBe(row?.[2] ?? null)
    },
  )

  it('stays its owner’s, or finds its way back to the inventory', () => {
    const reached = (from: State, seen = new Set<State>([from])): ReadonlySet<State> => {
      for (const event of tokenEvents) {
        const next = stateAfter({ type, state: from }, event)
        if (next !== null && !seen.has(next)) reached(next, seen.add(next))
      }
      return seen
    }
    const isHardware = type === 'OATH_PHYSICAL_TOKEN'
    const all = [...reached(isHardware ? 'UNASSIGNED' : 'NEW')]
    const released = all.filter((state) => reached(state).has('UNASSIGNED'))
    expect(released).toEqual(isHardware ? all : [])
  })
})
