import { reasonAgainst } from '@signet/card/barcodes/reason'
import type { Shape } from '@signet/card/document'
import { drawnFormats } from '@signet/card/shapes/barcode'
import { dateFormats } from '@signet/card/shapes/date'
import { useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../../ui/ToggleInput.tsx'
import { NumberField } from './NumberField.tsx'

interface KindProps {
  readonly shape: Shape
  readonly fields: readonly string[]
  readonly change: (to: (shape: Shape) => Shape) => void
}

const colour = /^#[\da-f]{6}$/

/** A property of a shape that others do not have. */
const has = <K extends string>(shape: Shape, key: K): shape is Extract<Shape, Record<K, unknown>> =>
  key in shape

const ValueField = ({ shape, change, fields }: KindProps) => {
  const text = useText('issuancePortal')
  if (!has(shape, 'value')) return null
  const { value } = shape
  const isPlain = shape.kind === 'barcode' && value !== '' && !value.includes('{')
  const reason = isPlain ? reasonAgainst(shape.format, value) : null
  return (
    <TextInput
      label={text('issuancePortal:designs.value')}
      hint={text('issuancePortal:designs.valueHint', {
        fields: fields.map((each) => `{${each}}`).join(' ') || '–',
      })}
      error={reason === null ? undefined : text(`issuancePortal:designs.reasons.${reason.code}`)}
      value={value}
      maxLength={500}
      onChange={(next) => change((each) => (has(each, 'value') ? { ...each, value: next } : each))}
    />
  )
}

const FieldChoice = ({ shape, change, fields }: KindProps) => {
  const text = useText('issuancePortal')
  if (!has(shape, 'field')) return null
  return (
    <SelectInput
      label={text('issuancePortal:designs.field')}
      placeholder={text('issuancePortal:designs.noField')}
      value={shape.field ?? ''}
      onChange={(next) =>
        change((each) =>
          has(each, 'field') ? { ...each, field: next === '' ? null : next } : each,
        )
      }
      options={fields.map((value) => ({ value, label: value }))}
    />
  )
}

/** The colour of a shape, and what it is called in it. */
const colourOf = (shape: Shape) => {
  if (has(shape, 'colour')) return { key: 'colour', value: shape.colour } as const
  if (has(shape, 'fill')) return { key: 'fill', value: shape.fill } as const
  return has(shape, 'stroke') ? ({ key: 'stroke', value: shape.stroke } as const) : null
}

const ColourInput = ({ shape, change }: KindProps) => {
  const text = useText('issuancePortal')
  const found = colourOf(shape)
  const [typed, setTyped] = useState(found?.value ?? '')
  if (found === null) return null
  const take = (next: string): void => {
    setTyped(next)
    if (colour.test(next)) change((each) => ({ ...each, [found.key]: next }))
  }
  return (
    <TextInput
      label={text('issuancePortal:designs.colour')}
      hint={text('issuancePortal:designs.colourHint')}
      value={typed}
      maxLength={7}
      onChange={take}
    />
  )
}

const aligns = ['LEFT', 'CENTER', 'RIGHT'] as const
const fits = ['SHRINK', 'WRAP', 'CLIP'] as const

type Lettered = Extract<Shape, { sizePt: number }>

interface LetterProps {
  readonly shape: Lettered
  readonly put: (change: Partial<Pick<Lettered, 'sizePt' | 'bold' | 'align' | 'fit'>>) => void
}

const LineFields = ({ shape, put }: LetterProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <SelectInput
        label={text('issuancePortal:designs.align')}
        value={shape.align}
        onChange={(value) => put({ align: aligns.find((each) => each === value) ?? 'LEFT' })}
        options={optionsOf(aligns, (value) => text(`issuancePortal:designs.aligns.${value}`))}
      />
      <SelectInput
        label={text('issuancePortal:designs.fit')}
        value={shape.fit}
        onChange={(value) => put({ fit: fits.find((each) => each === value) ?? 'SHRINK' })}
        options={optionsOf(fits, (value) => text(`issuancePortal:designs.fits.${value}`))}
      />
    </>
  )
}

const LetterFields = ({ shape, change }: KindProps) => {
  const text = useText('issuancePortal')
  if (!has(shape, 'sizePt')) return null
  const put: LetterProps['put'] = (next) =>
    change((each) => (has(each, 'sizePt') ? { ...each, ...next } : each))
  return (
    <>
      <NumberField
        unit={null}
        label={text('issuancePortal:designs.size')}
        least={2}
        most={200}
        value={shape.sizePt}
        onChange={(sizePt) => put({ sizePt })}
      />
      <ToggleInput
        label={text('issuancePortal:designs.bold')}
        value={shape.bold}
        onChange={(bold) => put({ bold })}
      />
      <LineFields {...{ shape, put }} />
    </>
  )
}

const FormatField = ({ shape, change }: KindProps) => {
  const text = useText('issuancePortal')
  if (shape.kind !== 'barcode' && shape.kind !== 'date') return null
  const formats: readonly string[] = shape.kind === 'barcode' ? drawnFormats : dateFormats
  const take = (value: string): void =>
    change((each) => {
      const code = drawnFormats.find((one) => one === value)
      const day = dateFormats.find((one) => one === value)
      if (each.kind === 'barcode' && code !== undefined) return { ...each, format: code }
      return each.kind === 'date' && day !== undefined ? { ...each, format: day } : each
    })
  return (
    <SelectInput
      label={text('issuancePortal:designs.format')}
      value={shape.format}
      onChange={take}
      options={formats.map((value) => ({ value, label: value }))}
    />
  )
}

/** What only shapes of one kind have. */
export const KindFields = (props: KindProps) => (
  <>
    <ValueField {...props} />
    <FieldChoice {...props} />
    <FormatField {...props} />
    <LetterFields {...props} />
    <ColourInput key={props.shape.id} {...props} />
  </>
)
