import type { z } from 'zod'
import type { pictureFit } from '../shapes/frame.ts'
import { dotsOf } from '../units.ts'
import { attributes, boxAttributes, boxOf, type Drawing } from './parts.ts'

const picture = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** Whether a value is a picture that may be drawn: its own bytes, never an address of others. */
export const isPicture = (value: string): boolean => picture.test(value)

const ratios: Readonly<Record<z.output<typeof pictureFit>, string>> = {
  COVER: 'xMidYMid slice',
  CONTAIN: 'xMidYMid meet',
  STRETCH: 'none',
}

interface PictureBox {
  readonly id: string
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  readonly fit: keyof typeof ratios
  readonly cornerMm?: number
}

/** A picture in its box; nothing, and a problem, where the value is none. */
export const drawPicture = (shape: PictureBox, value: string, drawing: Drawing): string => {
  if (!isPicture(value)) {
    drawing.report({ code: 'PICTURE_MISSING' })
    return ''
  }
  const box = boxOf(shape)
  const image = `<image${attributes({ ...boxAttributes(box), preserveAspectRatio: ratios[shape.fit] })} href="${value}"/>`
  const corner = dotsOf(shape.cornerMm ?? 0)
  if (corner === 0) return image
  const clip = `corner-${shape.id}`
  return `<clipPath id="${clip}"><rect${attributes({ ...boxAttributes(box), rx: corner })}/></clipPath><g clip-path="url(#${clip})">${image}</g>`
}

/** An asset of the design as a value; empty where there is none. */
export const assetValue = (id: string | null, { assets }: Drawing): string => {
  const asset = assets.find((each) => each.id === id)
  return asset === undefined ? '' : `data:${asset.type};base64,${asset.content}`
}
