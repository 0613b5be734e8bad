import type { Sharp } from 'sharp'
import { ApiError } from '../../../kit/errors.ts'
import { fairQueue } from '../../../platform/hashes/fair-queue.ts'
import { QueueFull } from '../../../platform/hashes/queue-full.ts'
import { pictureSize } from '../../../platform/picture-size.ts'

/** Which of a record's pictures it is. */
type PictureType = 'PHOTO' | 'SIGNATURE'

export interface Picture {
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly widthPx: number
  readonly heightPx: number
  readonly content: Buffer
}

/** As it is kept with a record. */
export interface KeptPicture extends Picture {
  /** A JPEG of 96 pixels at most, for lists. */
  readonly thumbnail: Buffer
}

/** As many as a drawing takes (decision 114), and no more are ever unpacked. */
const mostPixels = 40_000_000
const patienceSeconds = 10
const thumbnailFrame = { width: 96, height: 96 }
const qualities = [85, 75, 65, 55, 45] as const
/** A print of 300 dots to the inch shows no difference above it. */
const mostPhotoBytes = 300_000

/**
 * One is worked on at a time beside the request thread, next of the tenant whose pictures have taken
 * the least time; who comes when many of the tenant wait comes again.
 */
const queue = fairQueue({ waitingOfKey: 50, waitingInAll: 200 })

/** PNG and JPEG are read, nothing else that the library could. */
const load = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  return sharp
}

let library: ReturnType<typeof load> | undefined

const refused = (cause?: unknown): ApiError => new ApiError('ISSUANCE_IMAGE_INVALID', { cause })

const bytesOf = (dataUrl: string): Buffer => {
  const size = pictureSize(dataUrl)
  if (size === null || size.width * size.height > mostPixels) throw refused()
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Upright, as the camera says it was held; what else the file tells (place, device) is left out. */
const opened = async (dataUrl: string): Promise<Sharp> => {
  const bytes = bytesOf(dataUrl)
  const sharp = await (library ??= load())
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: patienceSeconds })
    .autoOrient()
}

/** Whose turn it is. */
interface OfTenant {
  readonly tenant: { readonly id: string }
}

const inTurn = async <T>(ctx: OfTenant, work: () => Promise<T>): Promise<T> => {
  try {
    return await queue.run(ctx.tenant.id, work)
  } catch (error) {
    if (error instanceof QueueFull) throw new ApiError('too_many_requests', { cause: error })
    if (error instanceof ApiError) throw error
    throw refused(error)
  }
}

interface Frame {
  readonly width: number
  readonly height: number
}

const jpegOf = async (picture: Sharp, frame: Frame, quality: number): Promise<Picture> => {
  const { data, info } = await picture
    .clone()
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
  return { mediaType: 'image/jpeg', widthPx: info.width, heightPx: info.height, content: data }
}

const smaller = ({ width, height }: Frame): Frame => ({
  width: Math.floor(width * 0.7),
  height: Math.floor(height * 0.7),
})

/** Lets go of fineness first, then of size. */
const within = async (picture: Sharp, frame: Frame, mostBytes: number): Promise<Picture> => {
  for (const quality of qualities) {
    const made = await jpegOf(picture, frame, quality)
    if (made.content.length <= mostBytes) return made
  }
  if (Math.min(frame.width, frame.height) < 16) throw refused()
  return within(picture, smaller(frame), mostBytes)
}

const pngOf = async (picture: Sharp, frame: Frame): Promise<Picture> => {
  const { data, info } = await picture
    .clone()
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { mediaType: 'image/png', widthPx: info.width, heightPx: info.height, content: data }
}

/** How far a picture may be from its ratio before something is cut off. */
const tolerance = 0.01

/** The middle of a picture in a ratio of width by height; null leaves it whole. */
const inRatio = async (picture: Sharp, ratio: number | null): Promise<Sharp> => {
  if (ratio === null) return picture
  const { width, height } = (await picture.metadata()).autoOrient
  if (Math.abs(width / height / ratio - 1) <= tolerance) return picture
  const cut = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }
  return picture.extract({
    ...cut,
    left: Math.floor((width - cut.width) / 2),
    top: Math.floor((height - cut.height) / 2),
  })
}

interface PictureRule {
  readonly type: PictureType
  /** Width by height; null: as it was taken. */
  readonly ratio: number | null
  readonly longestSidePx: number
}

/**
 * A picture as records keep it: cut to its ratio and size, a photo as JPEG of 300,000 bytes at most,
 * a signature as PNG with what is clear in it.
 * @param dataUrl PNG or JPEG
 * @throws ISSUANCE_IMAGE_INVALID, too_many_requests
 */
export const keptPicture = (
  ctx: OfTenant,
  { type, ratio, longestSidePx }: PictureRule,
  dataUrl: string,
): Promise<KeptPicture> =>
  inTurn(ctx, async () => {
    const picture = await inRatio(await opened(dataUrl), ratio)
    const frame = { width: longestSidePx, height: longestSidePx }
    const kept =
      type === 'PHOTO' ? await within(picture, frame, mostPhotoBytes) : await pngOf(picture, frame)
    const { content: thumbnail } = await jpegOf(picture, thumbnailFrame, 70)
    return { ...kept, thumbnail }
  })

interface Compression {
  readonly image: string
  readonly widthPx: number
  readonly heightPx: number
  readonly mostBytes: number
}

/** A JPEG inside that frame, of so many bytes at most. @throws ISSUANCE_IMAGE_INVALID, too_many_requests */
export const compressed = (
  ctx: OfTenant,
  { image, widthPx, heightPx, mostBytes }: Compression,
): Promise<Picture> =>
  inTurn(ctx, async () =>
    within(await opened(image), { width: widthPx, height: heightPx }, mostBytes),
  )

/** @throws ISSUANCE_IMAGE_INVALID, too_many_requests */
export const thumbnailOf = (ctx: OfTenant, image: string): Promise<Picture> =>
  inTurn(ctx, async () => jpegOf(await opened(image), thumbnailFrame, 70))

export const dataUrlOf = ({ mediaType, content }: Pick<Picture, 'mediaType' | 'content'>): string =>
  `data:${mediaType};base64,${content.toString('base64')}`
