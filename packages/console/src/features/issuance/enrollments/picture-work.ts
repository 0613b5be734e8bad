/** Where the frame stands over a picture. */
export interface Crop {
  /** The middle of the frame, in parts of the picture. */
  readonly x: number
  readonly y: number
  /** 1: as much of the picture as the frame takes in; 4: a quarter of it. */
  readonly zoom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const firstCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
const mostZoom = 4

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** The part of a picture that is kept, in its pixels; never beyond its edges. */
export const partOf = ({ width, height }: Size, ratio: number, crop: Crop) => {
  const full =
    width / height > ratio ? { w: height * ratio, h: height } : { w: width, h: width / ratio }
  const zoom = between(1, crop.zoom, mostZoom)
  const [w, h] = [full.w / zoom, full.h / zoom]
  const left = between(0, crop.x * width - w / 2, width - w)
  const top = between(0, crop.y * height - h / 2, height - h)
  return { left, top, width: w, height: h }
}

/** A picture, and the ratio of the frame over it. */
export interface Framed {
  readonly picture: Size
  readonly ratio: number
}

/** The frame moved by parts of the picture, and kept inside it. */
export const moved = (
  { picture, ratio }: Framed,
  crop: Crop,
  by: { readonly x: number; readonly y: number },
): Crop => {
  const part = partOf(picture, ratio, { ...crop, x: crop.x + by.x, y: crop.y + by.y })
  return {
    ...crop,
    x: (part.left + part.width / 2) / picture.width,
    y: (part.top + part.height / 2) / picture.height,
  }
}

/** So many times closer, within what there is. */
export const zoomed = (framed: Framed, crop: Crop, times: number): Crop =>
  moved(framed, { ...crop, zoom: between(1, crop.zoom * times, mostZoom) }, { x: 0, y: 0 })

/** No larger than it is, nor than its longest side may be. */
export const sizeOf = (part: Size, longestSidePx: number): Size => {
  const scale = Math.min(1, longestSidePx / Math.max(part.width, part.height))
  return { width: Math.round(part.width * scale), height: Math.round(part.height * scale) }
}

/** A picture from a file, upright. @throws where it is none */
export const readPicture = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file)

/** Draws the part on a canvas of that size. */
export const paint = (
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  part: { left: number; top: number } & Size,
): void => {
  const { width, height } = canvas
  canvas
    .getContext('2d')
    ?.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, width, height)
}

/** The part as a JPEG. */
export const cutPicture = (
  picture: ImageBitmap,
  part: { left: number; top: number } & Size,
  longestSidePx: number,
): string => {
  const canvas = Object.assign(document.createElement('canvas'), sizeOf(part, longestSidePx))
  paint(canvas, picture, part)
  return canvas.toDataURL('image/jpeg', 0.9)
}
