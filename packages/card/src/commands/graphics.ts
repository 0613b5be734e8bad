import type { Asset, Design, Shape, ShapeOf } from '../document.ts'
import type { Command } from './command.ts'

/** Pictures by the values that choose them, as `data:` addresses; `otherwise` of any other value. */
export interface Graphic {
  readonly cases: readonly { readonly value: string; readonly image: string }[]
  readonly otherwise: string | null
}

const address = ({ type, content }: Asset): string => `data:${type};base64,${content}`

/** The pictures of a shape; those whose asset is gone are left out. */
export const graphicOf = ({ assets }: Design, shape: ShapeOf<'graphic'>): Graphic => {
  const images = new Map(assets.map((asset) => [asset.id, address(asset)]))
  return {
    cases: shape.cases.flatMap(({ value, asset }) => {
      const image = images.get(asset)
      return image === undefined ? [] : [{ value, image }]
    }),
    otherwise: images.get(shape.otherwise ?? '') ?? null,
  }
}

const usedIn = (shapes: readonly Shape[]): ReadonlySet<string> =>
  new Set(
    shapes.flatMap((shape) => {
      if (shape.kind === 'image') return shape.asset ?? []
      if (shape.kind !== 'graphic') return []
      return [...shape.cases.map(({ asset }) => asset), shape.otherwise ?? []].flat()
    }),
  )

/** Assets in which each picture stands once, whichever shape shows it. */
const collecting = (kept: readonly Asset[], name: string) => {
  const assets = [...kept]
  const idOf = (image: string): string => {
    const found = assets.find((asset) => address(asset) === image)
    if (found !== undefined) return found.id
    const type = image.startsWith('data:image/png') ? 'image/png' : 'image/jpeg'
    const ids = new Set(assets.map(({ id }) => id))
    let count = 1
    while (ids.has(`picture-${count}`)) count += 1
    const id = `picture-${count}`
    assets.push({ id, name, type, content: image.slice(image.indexOf(',') + 1) })
    return id
  }
  return { assets, idOf }
}

const withShape = (design: Design, changed: Shape): Pick<Design, 'front' | 'back'> => {
  const put = (shapes: readonly Shape[]): Shape[] =>
    shapes.map((each) => (each.id === changed.id ? changed : each))
  const { front, back } = design
  return {
    front: { ...front, shapes: put(front.shapes) },
    back: back === null ? null : { ...back, shapes: put(back.shapes) },
  }
}

/** Gives these pictures to a shape; a picture that no shape shows any more leaves the design. */
export const putGraphic =
  (shape: ShapeOf<'graphic'>, { cases, otherwise }: Graphic): Command =>
  (design) => {
    const { assets, idOf } = collecting(design.assets, shape.name)
    const changed = {
      ...shape,
      cases: cases.map(({ value, image }) => ({ value, asset: idOf(image) })),
      otherwise: otherwise === null ? null : idOf(otherwise),
    }
    const sides = withShape(design, changed)
    const former = usedIn([shape])
    const used = usedIn([...sides.front.shapes, ...(sides.back?.shapes ?? [])])
    return {
      ...design,
      ...sides,
      assets: assets.filter(({ id }) => used.has(id) || !former.has(id)),
    }
  }
