import { filled, type Values } from '@signet/card/template'
import type { PassContent, PassPosition } from '@signet/rules/flash-passes'

/** What one pass shows: a design with the values of one person. */
export interface FilledPass {
  readonly title: string
  readonly colours: Pick<PassContent, 'backgroundColour' | 'textColour' | 'labelColour'>
  readonly fields: readonly {
    readonly key: string
    readonly position: PassPosition
    readonly label: string
    readonly value: string
  }[]
  /** Null where the design has none, or it says nothing for this person. */
  readonly barcode: { readonly format: PassContent['barcodeFormat']; readonly value: string } | null
  /** `data:` URLs. */
  readonly logo: string | null
  readonly photo: string | null
}

interface Design {
  readonly content: PassContent
  readonly logo: string | null
}

const barcodeOf = ({ barcodeFormat, barcodeValue }: PassContent, values: Values) => {
  const value = filled(barcodeValue, values)
  return barcodeFormat === 'None' || value === '' ? null : { format: barcodeFormat, value }
}

export const filledPass = ({ content, logo }: Design, values: Values): FilledPass => {
  const { backgroundColour, textColour, labelColour, photoField } = content
  const photo = photoField === null ? undefined : values[photoField]
  return {
    title: content.title,
    colours: { backgroundColour, textColour, labelColour },
    fields: content.fields.map((field, at) => ({
      key: `field-${at + 1}`,
      position: field.position,
      label: field.label,
      value: filled(field.value, values),
    })),
    barcode: barcodeOf(content, values),
    logo,
    photo: photo?.startsWith('data:') ? photo : null,
  }
}
