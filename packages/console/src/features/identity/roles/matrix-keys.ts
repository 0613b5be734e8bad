import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const boxesIn = (table: Element): readonly HTMLInputElement[] =>
  [...table.querySelectorAll('input')].filter((box) => box.dataset.row !== undefined)

const placeOf = ({ dataset }: HTMLElement) => ({
  row: Number(dataset.row),
  column: Number(dataset.column),
})

interface Way {
  readonly from: HTMLInputElement
  readonly step: readonly [rows: number, columns: number]
}

/** The next box in a direction that can be ticked. */
const nextBox = (
  boxes: readonly HTMLInputElement[],
  { from, step: [rows, columns] }: Way,
): HTMLInputElement | undefined => {
  const start = placeOf(from)
  const onWay = boxes.filter((box) => {
    const { row, column } = placeOf(box)
    return rows === 0
      ? row === start.row && Math.sign(column - start.column) === columns
      : column === start.column && Math.sign(row - start.row) === rows
  })
  const enabled = onWay.filter((box) => !box.disabled)
  return rows + columns > 0 ? enabled.at(0) : enabled.at(-1)
}

/** Arrow keys go from box to box; Tab leaves the matrix. */
export const moveInMatrix = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLInputElement)) return
  if (target.dataset.row === undefined) return
  event.preventDefault()
  nextBox(boxesIn(currentTarget), { from: target, step })?.focus()
}
