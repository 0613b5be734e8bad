import Box from '@mui/material/Box'
import { type Graphic, graphicOf, putGraphic } from '@signet/card/commands/graphics'
import type { Design, ShapeOf } from '@signet/card/document'
import { type Dispatch, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Item, ItemList } from '../../../../ui/ItemList.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { GraphicLibrary } from './GraphicLibrary.tsx'
import type { Action } from './state.ts'

interface GraphicProps {
  readonly design: Design
  readonly shape: ShapeOf<'graphic'>
  readonly dispatch: Dispatch<Action>
}

/** What fits into a saved design beside others. */
const mostBytes = 300_000
const mostCases = 30
const types = new Set(['image/png', 'image/jpeg'])

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the file was not read')))
    reader.readAsDataURL(file)
  })

interface PictureButtonProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly onPicture: (image: string) => void
}

/** A picture from a file; too large a one, or another kind of file, is said. */
const PictureButton = ({ label, isDisabled = false, onPicture }: PictureButtonProps) => {
  const text = useText('issuancePortal')
  const input = useRef<HTMLInputElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const fits = types.has(file.type) && file.size <= mostBytes
    setIsRefused(!fits)
    if (fits) onPicture(await dataUrlOf(file))
  }
  return (
    <>
      <Button isDisabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept="image/png,image/jpeg"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {isRefused && (
        <Notice severity="error">{text('issuancePortal:designs.graphics.refused')}</Notice>
      )}
    </>
  )
}

const Thumbnail = ({ image }: { readonly image: string }) => (
  <Box component="img" src={image} alt="" sx={{ height: 32, maxWidth: 64, objectFit: 'contain' }} />
)

interface CasesProps {
  readonly graphic: Graphic
  readonly put: (graphic: Graphic) => void
}

const Cases = ({ graphic, put }: CasesProps) => {
  const text = useText('issuancePortal')
  const { cases, otherwise } = graphic
  const rows = cases.map(({ value, image }) => (
    <Item
      key={value}
      title={value}
      tag={<Thumbnail image={image} />}
      actions={
        <Button
          kind="plain"
          onClick={() => put({ ...graphic, cases: cases.filter((each) => each.value !== value) })}
        >
          {text('issuancePortal:designs.graphics.remove', { value })}
        </Button>
      }
    />
  ))
  const rest = otherwise !== null && (
    <Item
      key="otherwise"
      title={text('issuancePortal:designs.graphics.otherwise')}
      tag={<Thumbnail image={otherwise} />}
      actions={
        <Button kind="plain" onClick={() => put({ ...graphic, otherwise: null })}>
          {text('issuancePortal:designs.graphics.removeOtherwise')}
        </Button>
      }
    />
  )
  return (
    <ItemList empty={text('issuancePortal:designs.graphics.none')}>
      {rest === false ? rows : [...rows, rest]}
    </ItemList>
  )
}

const NewCase = ({ graphic, put }: CasesProps) => {
  const text = useText('issuancePortal')
  const [typed, setTyped] = useState('')
  const value = typed.trim()
  const isTaken = graphic.cases.some((each) => each.value === value)
  const add = (image: string): void => {
    put({ ...graphic, cases: [...graphic.cases, { value, image }] })
    setTyped('')
  }
  return (
    <>
      <TextInput
        label={text('issuancePortal:designs.graphics.value')}
        hint={text('issuancePortal:designs.graphics.valueHint')}
        error={isTaken ? text('issuancePortal:designs.graphics.taken') : undefined}
        value={typed}
        maxLength={200}
        onChange={setTyped}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <PictureButton
          label={text('issuancePortal:designs.graphics.add')}
          isDisabled={value === '' || isTaken || graphic.cases.length >= mostCases}
          onPicture={add}
        />
        <PictureButton
          label={text('issuancePortal:designs.graphics.addOtherwise')}
          onPicture={(image) => put({ ...graphic, otherwise: image })}
        />
      </Box>
    </>
  )
}

/** Which picture a value chooses. */
export const GraphicFields = ({ design, shape, dispatch }: GraphicProps) => {
  const graphic = graphicOf(design, shape)
  const put = (next: Graphic): void =>
    dispatch({ type: 'perform', name: 'graphic', command: putGraphic(shape, next) })
  return (
    <>
      <Cases {...{ graphic, put }} />
      <NewCase {...{ graphic, put }} />
      <GraphicLibrary {...{ graphic, put }} name={shape.name} />
    </>
  )
}
