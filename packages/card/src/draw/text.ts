import type { TextStyle } from '../shapes/frame.ts'
import { layOut } from '../text/layout.ts'
import { attributes, boxAttributes, boxOf, type Drawing } from './parts.ts'

interface TextBox extends TextStyle {
  readonly id: string
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

/** A text as the outline of its letters: nobody who draws it needs the font. */
export const drawText = (shape: TextBox, text: string, drawing: Drawing): string => {
  const box = boxOf(shape)
  const laid = layOut({ text, style: shape, box, shaper: drawing.shaper })
  if (laid.missing.length > 0) {
    drawing.report({ code: 'LETTER_MISSING', letters: laid.missing.join('') })
  }
  if (laid.isCut) drawing.report({ code: 'TEXT_CUT' })
  if (laid.path === '') return ''
  const path = `<path${attributes({ fill: shape.colour })} d="${laid.path}"/>`
  if (!laid.isCut) return path
  const clip = `cut-${shape.id}`
  return `<clipPath id="${clip}"><rect${attributes(boxAttributes(box))}/></clipPath><g clip-path="url(#${clip})">${path}</g>`
}
